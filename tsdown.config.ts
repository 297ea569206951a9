import { defineConfig, type UserConfig } from 'tsdown'

const libraries = ['core', 'formats', 'drawing', 'node', 'cli']
const furtherEntries: Record<string, Record<string, string>> = {
  core: {
    words: 'src/words/index.ts',
    'crew-worker': 'src/threads/crew-worker.ts',
    'grid-worker': 'src/threads/grid-worker.ts',
  },
  drawing: { map: 'src/map/index.ts' },
  formats: { digits: 'src/digits/index.ts' },
  cli: { command: 'src/command.ts' },
  node: { 'job-worker': 'src/experiments/job-worker.ts' },
}

export default defineConfig(
  libraries.map(
    (name): UserConfig => ({
      cwd: `packages/${name}`,
      entry: { index: 'src/index.ts', ...furtherEntries[name] },
      format: 'esm',
      platform: ['core', 'formats', 'drawing'].includes(name) ? 'neutral' : 'node',
      target: 'es2022',
      dts: true,
      fixedExtension: false,
      clean: true,
    }),
  ),
)
