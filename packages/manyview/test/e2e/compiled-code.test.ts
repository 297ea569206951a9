import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import module from 'node:module'
import { expect, it } from 'vitest'
import { workplace } from './workplace.ts'

const place = workplace()

it('what Node compiled is kept in the folder of the user alone, where the code of a command cannot be put by others', async () => {
  mkdirSync(place.path('temporary'))
  const environment = { XDG_CACHE_HOME: place.path('cache'), TMPDIR: place.path('temporary') }
  const { code, stderr } = await place.start(['--version'], { environment }).ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(readdirSync(place.path('temporary'))).toEqual([])
  // Node 20 keeps nothing.
  expect(existsSync(place.path('cache/manyview/compiled'))).toBe('enableCompileCache' in module)
})

it('a folder for it that cannot be made is no reason to stop', async () => {
  place.file('taken', '')
  const { code, stderr } = await place.start(['--version'], { environment: { XDG_CACHE_HOME: place.path('taken') } })
    .ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})
