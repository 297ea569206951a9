import { join } from 'node:path'
import { Application } from 'typedoc'
import tsconfig from '../../tsconfig.json' with { type: 'json' }

/** What can be imported; `manyview` is `@manyview/core` again. */
const { manyview: _, ...entries } = tsconfig.compilerOptions.paths

/** Writes one page per entry, from the types and their sentences. */
export async function writeLibraryPages(root: string, folder: string): Promise<void> {
  const app = await Application.bootstrapWithPlugins({
    name: 'Manyview',
    entryPoints: Object.values(entries).map(([path]) => join(root, path)),
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
