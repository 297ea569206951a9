import { defineConfig, type UserConfig } from 'tsdown'

const libraries = ['core', 'formats', 'node', 'rivals', 'cli']
const furtherEntries: Record<string, Record<string, string>> = {
  core: {
    numerics: 'src/numerics.ts',
    methods: 'src/methods/index.ts',
    'crew-worker': 'src/threads/crew-worker.ts',
  },
  formats: { digits: 'src/digits/index.ts' },
  cli: { command: 'src/command.ts' },
  rivals: { experiments: 'src/experiments/index.ts', 'job-worker': 'src/experiments/job-worker.ts' },
}

export default defineConfig(
  libraries.map(
    (name): UserConfig => ({
      cwd: `packages/${name}`,
      entry: { index: 'src/index.ts', ...furtherEntries[name] },
      format: 'esm',
      platform: name === 'core' || name === 'formats' ? 'neutral' : 'node',
      target: 'es2022',
      dts: true,
      fixedExtension: false,
      clean: true,
    }),
  ),
)
