import { cluster, score } from '@manyview/core'
import { allMethods } from '@manyview/rivals'
import { describe, expect, it } from 'vitest'
import { plantedViews, suited } from '../../../rivals/test/planted.ts'
import { csv } from './blobs.ts'
import { workplace } from './workplace.ts'

const place = workplace()

const classes = [0, 1, 2]
/** Class after class, for methods that read the order. */
const places = classes.flatMap((label) => Array.from({ length: 20 }, (_, i) => 3 * i + label))
const truth = places.map((i) => i % 3)
const planted = plantedViews(60, 3, [5, 7, 4, 6, 8, 5]).map((view) => places.map((i) => view[i]))
const names = planted.map((view, v) => place.file(`view${v}.csv`, csv(view)))
place.file('truth.txt', csv(truth.map((label) => [`class ${label}`])))

/** DSTL chooses its λ itself. */
const settings: typeof suited = { ...suited, dstl: {} }
const words = (name: string) => Object.entries(settings[name] ?? {}).map(([option, value]) => `${option}=${value}`)

/** Labels are right but for a sample or two: AWMVC misses one of a single view. */
const fit = expect.toSatisfy((accuracy) => Number(accuracy) > 0.95)

describe.each([1, 2, 3, 6])('every method, with %i of the views', (count) => {
  const views = planted.slice(0, count)
  const data = [...names.slice(0, count), '-k', '3', '--labels', 'truth.txt']

  it.each(allMethods.map((method) => [method.name, method] as const))('finds the classes: %s', async (name, method) => {
    const { labels } = await cluster(views, { clusters: 3, method, ...settings[name] })
    expect(score(truth, labels).acc).toEqual(fit)
  })

  it('has two rows in a comparison, and finds the classes there', async () => {
    const methods = allMethods.map(({ name }) => [name, ...words(name)].join(':')).join()
    const asked = ['compare', ...data, '-m', methods, '-r', '1', '-f', 'csv', '-q']
    const { code, stdout, stderr } = await place.run(...asked)
    expect(stderr).toBe('')
    expect(code).toBe(0)
    const [head, ...lines] = stdout.split('\n').map((line) => line.split(','))
    const rows = lines.map((line) => Object.fromEntries(head.map((title, i) => [title, line[i]])))
    const told = (order: string) =>
      rows.filter((row) => row.order === order).map(({ method, problem, acc }) => [method.split(' ')[0], problem, acc])
    expect(told('stored')).toEqual(allMethods.map(({ name }) => [name, '', fit]))
    // What reads the order finds something else when it is shuffled.
    const score = expect.stringMatching(/^[01]/)
    expect(told('shuffled')).toEqual(allMethods.map(({ name, orderFree }) => [name, '', orderFree ? fit : score]))
  })

  it.each(allMethods.map(({ name }) => name))('is audited: %s', async (name) => {
    const chosen = words(name).flatMap((setting) => ['--set', setting])
    const asked = ['audit', ...data, '-m', name, ...chosen, '-n', '1', '--json', '-q']
    const { code, stdout, stderr } = await place.run(...asked)
    expect(stderr).toBe('')
    expect(code).toBe(0)
    const { orders, verdict } = JSON.parse(stdout)
    for (const { problem, fits } of orders) expect([problem, fits > 0]).toEqual([null, true])
    expect(orders[0].accuracies[0]).toEqual(fit)
    expect(verdict).toMatch(/ % as stored/)
  })
})
