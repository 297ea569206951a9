import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { workplace } from './workplace.ts'

const place = workplace()

/** SwiftShader, the graphics card in software that Chromium brings. */
const chromium = '/usr/lib/chromium'
const driver = `${chromium}/vk_swiftshader_icd.json`
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const file = resolve(root, process.env.MANYVIEW_DATA ?? '../shared/data', 'BBCSport.mat')
const missing = [driver, file].filter((path) => !existsSync(path))
if (missing.length > 0)
  console.log(`dstl on a graphics card is not tried with the command: no ${missing.join(', no ')}`)

describe.skipIf(missing.length > 0)('manyview fit --device gpu --method dstl', () => {
  it('is refused with one line', async () => {
    const environment = { VK_DRIVER_FILES: driver, LD_LIBRARY_PATH: chromium }
    const fit = ['fit', file, '-k', '5', '-m', 'dstl', '--device', 'gpu', '--write', 'none']
    const refused = await place.start(fit, { environment }).ended
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('device: dstl does not use a graphics card, leave it out'),
    })
  })
})
