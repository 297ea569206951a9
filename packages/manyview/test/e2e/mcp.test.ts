import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blobs, csv, npy } from './blobs.ts'
import { command } from './command.ts'
import { workplace } from './workplace.ts'

const place = workplace()
const inside = place.path('inside')
mkdirSync(join(inside, 'sub'), { recursive: true })
const { first, second, labels } = blobs(60, 3)
place.file('inside/a.csv', csv(first))
place.file('inside/b.csv', csv(second))
place.file('inside/new.csv', csv(first.slice(0, 7)))
place.file('inside/truth.txt', `${labels.join('\n')}\n`)
place.file('inside/large.npy', npy(blobs(400, 3, 40).first))
place.file('inside/about.csv', csv([['age'], ...labels.map((label, i) => [100 * label + i])]))
place.file('secret.csv', csv(first))
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
for (const name of ['secret.png', 'inside/dot.png']) place.file(name, Buffer.from(dot, 'base64'))

const transport = new StdioClientTransport({
  command: process.execPath,
  args: [command, 'mcp', inside, '--largest', '100KB'],
  stderr: 'pipe',
})
const client = new Client({ name: 'test', version: '1' })
let stderr = ''

beforeAll(async () => {
  transport.stderr!.on('data', (text) => {
    stderr += text
  })
  await client.connect(transport)
  // The client checks every structured answer by the schema of its tool, which it has from the list.
  await client.listTools()
})
afterAll(async () => {
  await client.close()
  expect(stderr).toBe('')
})

const call = (name: string, args: Record<string, unknown>) =>
  client.callTool({ name, arguments: args }) as Promise<CallToolResult>

/** The structured answer of a tool that succeeds. */
async function ask(name: string, args: Record<string, unknown>): Promise<ReturnType<typeof JSON.parse>> {
  const { isError, content, structuredContent } = await call(name, args)
  expect(isError, JSON.stringify(content)).toBeFalsy()
  expect(JSON.parse((content[0] as { text: string }).text)).toEqual(structuredContent)
  return structuredContent
}

/** What a tool that fails says. */
async function refusal(name: string, args: Record<string, unknown>): Promise<string> {
  const { isError, content } = await call(name, args)
  expect(isError).toBe(true)
  return (content[0] as { text: string }).text
}

describe('manyview mcp', () => {
  it('lists its tools, whose arguments come from the table of the settings', async () => {
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(['inspect', 'fit', 'explain', 'cut', 'assign', 'compare', 'samples_of'])
    const { properties = {}, required } = tools[1].inputSchema
    expect(required).toEqual(['files', 'out'])
    expect(properties.missing).toMatchObject({ enum: ['mean', 'lowrank'] })
    for (const name of ['threads', 'memory', 'json', 'checkpoint']) expect(properties).not.toHaveProperty(name)
    expect(client.getInstructions()).toMatch(/clusters samples/)
  })

  it('goes from files to clusters, their samples, another number and new samples', async () => {
    const files = ['a.csv', 'b.csv']
    expect((await ask('inspect', { files })).views).toHaveLength(2)
    const fit = { files, clusters: 3, labels: 'truth.txt', metadata: ['about.csv'], model: 'run.model', out: 'run' }
    expect((await ask('fit', fit)).scores.acc).toBe(1)
    const explained = await ask('explain', { result: 'run', features: 2 })
    expect(explained.clusters.map(({ size }: { size: number }) => size).sort()).toEqual(
      [0, 1, 2].map((label) => labels.filter((each) => each === label).length).sort(),
    )
    expect(explained.clusters[0].features).toHaveLength(2)
    const { total, samples } = await ask('samples_of', { result: 'run', cluster: 0, limit: 4 })
    expect(total).toBe(explained.clusters[0].size)
    expect(samples).toHaveLength(4)
    expect(new Set(samples.map(({ id }: { id: string }) => labels[Number(id)])).size).toBe(1)
    expect(samples[0].metadata.age).toBe(100 * labels[Number(samples[0].id)] + Number(samples[0].id))
    expect((await ask('cut', { result: 'run', clusters: 2, out: 'two' })).sizes).toHaveLength(2)
    expect((await ask('assign', { model: 'run.model', files: ['new.csv'], views: ['a=new'] })).samples).toBe(7)
    const compare = { files, clusters: 3, methods: ['kmeans'], repetitions: 1 }
    expect((await ask('compare', compare)).rows).toHaveLength(2)
  })

  it('explains a result that was written without a report from the files again', async () => {
    await ask('fit', { files: ['a.csv', 'b.csv'], clusters: 3, write: ['none'], out: 'bare' })
    expect((await ask('explain', { result: 'bare' })).clusters[0].features).toEqual([])
    const explained = await ask('explain', { result: 'bare', views: ['a.csv', 'b.csv'] })
    expect(explained.clusters[0].features).not.toEqual([])
  })

  it('gives the files of results as resources', async () => {
    const { resources } = await client.listResources()
    const labelsFile = resources.find(({ name }) => name === 'run/labels.csv')!
    const { contents } = await client.readResource({ uri: labelsFile.uri })
    expect((contents[0] as { text: string }).text).toBe(readFileSync(join(inside, 'run/labels.csv'), 'utf8'))
    for (const uri of [
      'manyview:///a.csv',
      'manyview:///../secret.csv',
      'file:///etc/passwd',
      'manyview:///no/tree.json',
    ])
      await expect(client.readResource({ uri })).rejects.toThrow(/no address|no file|lies outside|no such file/)
  })

  it('neither lists nor opens a pipe that is called like a result, and says what is wrong with any address', async () => {
    mkdirSync(join(inside, 'odd/folder/labels.csv'), { recursive: true })
    for (const name of ['labels.csv', 'clustering.json']) execFileSync('mkfifo', [join(inside, 'odd', name)])
    symlinkSync('loop', join(inside, 'odd/loop'))
    const { resources } = await client.listResources()
    expect(resources.filter(({ name }) => name.startsWith('odd/'))).toEqual([])
    for (const [way, problem] of [
      ['odd/labels.csv', /: is not a file$/],
      ['odd/folder/labels.csv', /: is not a file$/],
      ['odd/%zz/labels.csv', /: is no address of a result/],
      ['odd/%00/labels.csv', /: the path has a zero byte/],
      [`${'a/'.repeat(3000)}labels.csv`, /: the path is too long/],
    ] as const)
      await expect(client.readResource({ uri: `manyview:///${way}` }), way).rejects.toThrow(problem)
    expect(await refusal('explain', { result: 'odd' })).toMatch(/: is not a file/)
    expect(await refusal('explain', { result: 'odd/loop' })).toMatch(/: too many symbolic links/)
    expect(await refusal('samples_of', { result: 'a\0b', cluster: 0 })).toMatch(/: the path has a zero byte/)
    expect(await refusal('inspect', { files: ['a\0b'] })).toMatch(/^inspect: was given an argument with a zero byte/)
  })

  it('says what is wrong as the command does', async () => {
    const { stderr } = await place.run('fit', 'inside/nothing.csv', '--out', 'run')
    const said = await refusal('fit', { files: ['nothing.csv'], out: 'run' })
    expect(stderr.replace('inside/', '')).toBe(`manyview: ${said}\n`)
    expect(await refusal('fit', { files: ['a.csv'], out: 'x', clusters: 0 })).toBe(
      'clusters: is 0, give a whole number of at least 1, a range such as 2..40, or auto',
    )
    expect(await refusal('fit', { files: ['a.csv'], out: 'x', threads: 1 })).toMatch(/^threads: is no argument/)
    expect(await refusal('fit', { out: 'x' })).toBe('files: is missing, give paths')
    expect(await refusal('samples_of', { result: 'run', cluster: 9 })).toBe(
      'cluster: is 9 but there are 3 clusters, numbered from 0',
    )
    await expect(call('remove', {})).rejects.toThrow(/there is no tool "remove"/)
  })

  it('reads and writes nothing outside its folder, by whatever path, link or list of files', async () => {
    symlinkSync('../secret.csv', join(inside, 'link.csv'))
    symlinkSync('..', join(inside, 'up'))
    symlinkSync('../written', join(inside, 'dangling'))
    symlinkSync('../written.csv', join(inside, 'dangling.csv'))
    writeFileSync(join(inside, 'sub/views.json'), JSON.stringify({ views: { a: '../../secret.csv' } }))
    const pictures = [
      ['picture', 'size'],
      ...Array.from({ length: 20 }, (_, i) => [i === 3 ? '../secret.png' : 'dot.png', i]),
    ]
    writeFileSync(join(inside, 'pictures.csv'), csv(pictures))
    const outside = /lies outside the folder that may be used, give a path inside it$/
    for (const file of ['../secret.csv', place.path('secret.csv'), 'link.csv', 'up/secret.csv', 'up', 'sub'])
      expect(await refusal('inspect', { files: [file] }), file).toMatch(outside)
    for (const out of ['..', '../other', 'up/other', 'dangling'])
      expect(await refusal('fit', { files: ['a.csv'], clusters: 2, out }), out).toMatch(outside)
    expect(await refusal('fit', { files: ['a.csv'], clusters: 2, out: 'x', model: 'dangling.csv' })).toMatch(outside)
    expect(await refusal('fit', { files: ['a.csv'], clusters: 2, out: 'x', labels: '../secret.csv' })).toMatch(outside)
    expect(await refusal('fit', { files: ['a.csv'], clusters: 2, out: 'x', embed: ['..'] })).toMatch(outside)
    expect(await refusal('explain', { result: '..' })).toMatch(outside)
    expect(await refusal('inspect', { files: ['pictures.csv'] })).toMatch(
      /1 of 20 pictures cannot be read \(\.\.\/secret\.png: lies outside the folder/,
    )
    expect(await refusal('inspect', { files: ['-'] })).toBe('files: has a path that names no file, give files')
    expect(await refusal('inspect', { files: ['--labels=a.csv'] })).toMatch(/^--labels=a.csv: there is no such file/)
  })

  it('refuses files past its limit', async () => {
    expect(await refusal('inspect', { files: ['large.npy'] })).toBe(
      'large.npy: has 128 kB but files of at most 100 kB may be read, give a smaller one',
    )
  })

  it('tells how far a fit is, and stops one that is cancelled', async () => {
    const stages: string[] = []
    const cancel = new AbortController()
    const params = { name: 'compare', arguments: { files: ['a.csv', 'b.csv'], clusters: 3, repetitions: 1000 } }
    const onprogress = ({ message = '' }) => {
      stages.push(message)
      cancel.abort()
    }
    await expect(client.callTool(params, undefined, { onprogress, signal: cancel.signal })).rejects.toThrow(/abort/i)
    expect(stages[0]).toMatch(/^runs, \d+ of \d+$/i)
    // The next one waits for its end.
    expect((await ask('inspect', { files: ['a.csv'] })).samples).toBe(60)
  })
})
