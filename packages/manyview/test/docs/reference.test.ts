import { allMethods } from '@manyview/rivals'
import { describe, expect, it } from 'vitest'
import { commandPage } from '../../../../scripts/docs/command-page.ts'
import { errorPage, packageSources } from '../../../../scripts/docs/error-page.ts'
import { methodPage } from '../../../../scripts/docs/method-page.ts'
import { createProgram } from '../../src/program.ts'
import { Screen } from '../../src/screen/screen.ts'
import { root } from './pages.ts'

describe('the reference', () => {
  it('has every command with every flag', async () => {
    const silent = { write: () => undefined }
    const { commands } = await createProgram(new Screen(silent, silent), new AbortController().signal)
    const sections = (await commandPage()).split(/^## manyview /m)
    for (const command of commands) {
      const section = sections.find((text) => text.startsWith(`${command.name()}\n`))
      for (const { long } of command.options) expect(section).toContain(long)
    }
  })

  it('has every method with every option', () => {
    const sections = methodPage().split(/^## /m)
    for (const { name, options } of allMethods) {
      const section = sections.find((text) => text.startsWith(`${name}\n`))
      for (const option of options) expect(section).toContain(`\n| \`${option.name}\` |`)
    }
  })

  it('has the messages of errors by their code, also of those that a function makes', () => {
    const page = errorPage(packageSources(root))
    const section = (code: string) => page.split(`\n## ${code}\n`)[1]?.split('\n## ')[0]
    expect(section('clusters')).toContain('--clusters: is … but there are only …, give at most …')
    expect(section('bad-file')?.match(/^- /gm)?.length).toBeGreaterThan(50)
    expect(section('no-such-code')).toBeUndefined()
  })
})
