import { readFileSync } from 'node:fs'
import { darkPage, lightPage } from '@manyview/drawing'
import { expect, it } from 'vitest'

it('the page has the colours of the figures and the report, light and dark', () => {
  const css = readFileSync(new URL('../src/style/base.css', import.meta.url), 'utf8')
  const [light, dark] = css.split(':root[data-theme="dark"]')
  for (const [name, value] of Object.entries(lightPage)) expect(light).toContain(`--${name}: ${value};`)
  for (const [name, value] of Object.entries(darkPage)) expect(dark).toContain(`--${name}: ${value};`)
})
