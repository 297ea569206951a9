import { existsSync, readFileSync } from 'node:fs'
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
  it('leaves few samples to the processor and says so; what the card does not do is refused', async () => {
    const environment = { VK_DRIVER_FILES: driver, LD_LIBRARY_PATH: chromium }
    const settings = ['lambda1=1', 'lambda2=5', 'maxIterations=3'].flatMap((each) => ['--set', each])
    const fit = ['fit', file, '-k', '5', '-m', 'dstl', ...settings, '--write', 'none']
    const labelsOf = async (name: string, ...flags: string[]) => {
      const { code, stderr } = await place.start([...fit, ...flags, '--out', name], { environment }).ended
      expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining('processor:') })
      const lines = readFileSync(place.path(`${name}/labels.csv`), 'utf8')
        .trim()
        .split('\n')
        .slice(1)
      return lines.map((line) => line.split(',')[1])
    }
    const [plain, onCard] = [await labelsOf('cpu'), await labelsOf('gpu', '--device', 'gpu')]
    expect(onCard).toEqual(plain)
    const { device, warnings } = JSON.parse(readFileSync(place.path('gpu/clustering.json'), 'utf8'))
    expect(device).toBeUndefined()
    expect(warnings.join()).toContain('from 50,001 samples on')
    const refused = await place.start([...fit, '--set', 'variant=T', '--device', 'gpu'], { environment }).ended
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('variant T does not use a graphics card'),
    })
  })
})
