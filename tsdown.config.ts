import { defineConfig, type UserConfig } from 'tsdown'

const libraries = ['core', 'formats', 'things', 'drawing', 'node', 'rivals', 'cli']
const furtherEntries: Record<string, Record<string, string>> = {
  core: {
    numerics: 'src/numerics.ts',
    methods: 'src/methods/index.ts',
    words: 'src/words/index.ts',
    'crew-worker': 'src/threads/crew-worker.ts',
  },
  drawing: { map: 'src/map/index.ts' },
  formats: { digits: 'src/digits/index.ts' },
  node: { 'picture-worker': 'src/pictures/picture-worker.ts' },
  cli: { command: 'src/command.ts' },
  rivals: { experiments: 'src/experiments/index.ts', 'job-worker': 'src/experiments/job-worker.ts' },
}

export default defineConfig(
  libraries.map(
    (name): UserConfig => ({
      cwd: `packages/${name}`,
      entry: { index: 'src/index.ts', ...furtherEntries[name] },
      format: 'esm',
      platform: ['core', 'formats', 'things', 'drawing'].includes(name) ? 'neutral' : 'node',
      target: 'es2022',
      dts: true,
      fixedExtension: false,
      clean: true,
    }),
  ),
)
