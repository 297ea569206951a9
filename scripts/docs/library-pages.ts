import { join } from 'node:path'
import { Application } from 'typedoc'

/** What can be imported; the entry `manyview` is `@manyview/core` again. */
const entries = [
  ...['core/src/index.ts', 'core/src/methods/index.ts', 'core/src/numerics.ts', 'core/src/words/index.ts'],
  ...['formats/src/index.ts', 'formats/src/digits/index.ts', 'things/src/index.ts'],
  ...['drawing/src/index.ts', 'drawing/src/map/index.ts', 'gpu/src/index.ts', 'node/src/index.ts'],
  ...['rivals/src/index.ts', 'rivals/src/experiments/index.ts'],
]

/** Writes one page per entry, from the types and their sentences. */
export async function writeLibraryPages(root: string, folder: string): Promise<void> {
  const app = await Application.bootstrapWithPlugins({
    name: 'Manyview',
    entryPoints: entries.map((path) => join(root, 'packages', path)),
    tsconfig: join(root, 'tsconfig.json'),
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: folder }],
    readme: 'none',
    disableSources: true,
    excludePrivate: true,
    excludeExternals: true,
    skipErrorChecking: true,
    logLevel: 'Error',
    router: 'module',
    entryFileName: 'index',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    sanitizeComments: true,
    groupOrder: ['Functions', 'Classes', 'Variables', 'Interfaces', 'Type Aliases', '*'],
    pageTitleTemplates: { index: 'The library', module: ({ name }: { name: string }) => `@manyview/${name}` },
  } as Parameters<typeof Application.bootstrapWithPlugins>[0])
  const project = await app.convert()
  if (!project) throw new Error('the types could not be read')
  for (const entry of project.children ?? []) entry.name = entry.name.replace('/src', '')
  await app.generateOutputs(project)
}
