import { readFileSync, writeFileSync } from 'node:fs'
import { defineConfig, type UserConfig } from 'tsdown'
import { buildFacts } from './scripts/build-facts.mjs'
import { buildMapElement } from './scripts/build-map-element.mjs'
import { thirdPartyNotices } from './scripts/third-party.mjs'

const libraries = ['core', 'formats', 'drawing', 'gpu', 'rivals', 'manyview']
const furtherEntries: Record<string, Record<string, string>> = {
  core: {
    metadata: 'src/metadata/index.ts',
    numerics: 'src/numerics.ts',
    methods: 'src/methods/index.ts',
    metrics: 'src/metrics/index.ts',
    runtime: 'src/runtime/index.ts',
    words: 'src/words/index.ts',
    'thread-worker': 'src/runtime/threads/thread-worker.ts',
  },
  drawing: { map: 'src/map/index.ts', report: 'src/report/index.ts' },
  formats: { digits: 'src/digits/index.ts', things: 'src/things/index.ts' },
  manyview: {
    command: 'src/command.ts',
    node: 'src/node.ts',
    'picture-worker': 'src/pictures/picture-worker.ts',
    'job-worker': 'src/experiments/job-worker.ts',
  },
}

interface Together {
  name: string
  test: RegExp
  priority?: number
}

/** What a start loads lies in one file, with all that it imports: every further file takes about a millisecond. */
const together: Record<string, Together[]> = {
  core: [
    // Code alone: declarations have files of their own.
    { name: 'words', test: /src\/words\/[a-z-]+\.ts$/, priority: 2 },
    // Threads load nothing else.
    { name: 'call-queue', test: /src\/runtime\/threads\/(call-queue|host)\.ts$/, priority: 2 },
    {
      name: 'library',
      test: /src\/(index|metadata\/index|numerics|methods\/index|metrics\/index|runtime\/index)\.ts$/,
    },
  ],
  formats: [{ name: 'library', test: /src\/index\.ts$/ }],
  manyview: [
    { name: 'command', test: /src\/(command|version)\.ts$/, priority: 2 },
    { name: 'main', test: /src\/(main|commands\/fit)\.ts$/ },
  ],
}

const shortened = { compress: false, mangle: true, codegen: { removeWhitespace: true } }

/** commander starts programs for commands that are files of their own, of which there are none here: loading what starts them would take 4 ms of every start. */
const withoutPrograms = {
  name: 'without-programs',
  transform(code: string, id: string) {
    if (!id.endsWith('/commander/lib/command.js')) return null
    const loading = "const childProcess = require('node:child_process');"
    if (!code.includes(loading)) throw new Error('commander loads child processes in another way than before')
    return code.replace(loading, 'const childProcess = {};')
  },
}

/** Packages that are only devDependencies are bundled, which keeps an install small; their licences come along. */
function writeNotices(name: string): void {
  const { devDependencies } = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'))
  if (devDependencies)
    writeFileSync(`packages/${name}/dist/THIRD-PARTY.md`, thirdPartyNotices(Object.keys(devDependencies)))
}

export default defineConfig(
  libraries.map(
    (name): UserConfig => ({
      cwd: `packages/${name}`,
      entry: { index: 'src/index.ts', ...furtherEntries[name] },
      format: 'esm',
      platform: ['core', 'formats', 'drawing', 'gpu'].includes(name) ? 'neutral' : 'node',
      target: 'es2022',
      dts: true,
      fixedExtension: false,
      clean: true,
      // What is bundled of others is read by nobody here: with short names and without blanks an install stays under 10 MB.
      minify: ['drawing', 'formats'].includes(name) && shortened,
      plugins: name === 'manyview' ? [withoutPrograms] : [],
      define: name === 'manyview' ? { __BUILD__: JSON.stringify(buildFacts()) } : {},
      outputOptions: { codeSplitting: { groups: together[name] ?? [] } },
      inputOptions: {
        // Without a platform nothing says where older packages, which are bundled, begin.
        resolve: { mainFields: ['module', 'main'] },
        // Nobody imports command.js of the command from outside: the version need not lie in a file beside it.
        ...(name === 'manyview' && { preserveEntrySignatures: 'allow-extension' as const }),
      },
      async onSuccess() {
        if (name === 'drawing') await buildMapElement()
        writeNotices(name)
      },
    }),
  ),
)
