import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inThisProcess } from '../in-this-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const file = join(folder, 'a.csv')
writeFileSync(file, 'size,colour\n1.5,2\n2.5,1\n3.5,4\n')

describe('manyview inspect', () => {
  it('prints a table where it fits, and else the same facts view by view within the columns', async () => {
    const wide = await inThisProcess(['inspect', file], 100)
    expect(wide).toMatch(/view\s+features\s+kind\s+held as\s+not zero\s+missing\s+constant\s+repeated/)
    const narrow = await inThisProcess(['inspect', file], 40)
    for (const line of narrow.split('\n').slice(1)) expect(line.length, line).toBeLessThanOrEqual(40)
    expect(narrow.replace(/\s+/g, ' ')).toContain('a features 2, kind numeric, held as float64')
  })
  it('reads the labels of --labels as a fit does, and refuses those that a fit refuses', async () => {
    const [good, bad] = [join(folder, 'good.txt'), join(folder, 'bad.txt')]
    writeFileSync(good, 'x\ny\nx\n')
    writeFileSync(bad, 'x\ny\n')
    expect(await inThisProcess(['inspect', file, '--labels', good], 200)).toMatch(/labels +\S*good\.txt \(2 classes\)/)
    await expect(inThisProcess(['inspect', file, '--labels', bad], 200)).rejects.toThrow('has 2 labels for 3 samples')
  })
})
