import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('../../../bench/fuzz-formats.ts', import.meta.url))

it('20,000 damaged files of all formats and of our own are read or refused: none crashes, hangs, is slow or takes too much memory', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, '20000', '41'])
  expect(JSON.parse(stdout)).toMatchObject({ files: 20_000, crashed: 0, slow: 0, large: 0, hung: 0 })
})
