import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readNeighbourGraphs } from '../../src/input/read-neighbour-graphs.ts'

const file = fileURLToPath(new URL('../../../formats/test/fixtures/neighbours/distances.npz', import.meta.url))

describe('--neighbours', () => {
  it('gives the file of a view, by name or because there is only one view', async () => {
    expect(await readNeighbourGraphs({}, ['text'])).toBeUndefined()
    expect(Object.keys((await readNeighbourGraphs({ neighbours: [file] }, ['text']))!)).toEqual(['text'])
    const given = { neighbours: [`image=${file}`] }
    expect((await readNeighbourGraphs(given, ['text', 'image']))!.image.samples).toBe(30)
  })

  it('is refused in one line where it says too little or too much', async () => {
    const refused = (given: object, message: string, views = ['text', 'image']) =>
      expect(readNeighbourGraphs(given, views)).rejects.toThrow(message)
    await refused({ neighbours: [file] }, 'give view=file for one of the views text, image')
    await refused({ neighbours: [`text=${file}`, `text=${file}`] }, '--neighbours: names view "text" twice')
    await refused({ neighbours: [file], shuffle: 1 }, 'cannot be combined with --shuffle')
    await refused({ neighbours: [file], leaveOneOut: true }, 'cannot be combined with --leave-one-out')
  })
})
