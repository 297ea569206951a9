import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('a grid on several threads gives the results of one, in the order of the settings, stops when asked to and ends at the first fit that fails', () => {
  const program = fileURLToPath(new URL('./grid-threads-program.ts', import.meta.url))
  const said = execFileSync(process.execPath, ['--import', 'tsx', program], { encoding: 'utf8' })
  expect(said.split('\n')).toEqual(['same', 'shared', 'same', 'undefined enough', '1', ''])
})
