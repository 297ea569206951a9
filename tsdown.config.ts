import { defineConfig } from 'tsdown'

const libraries = ['core', 'formats', 'node', 'cli']

export default defineConfig(
  libraries.map((name) => ({
    cwd: `packages/${name}`,
    entry: ['src/index.ts'],
    format: 'esm',
    platform: name === 'core' || name === 'formats' ? 'neutral' : 'node',
    target: 'es2022',
    dts: true,
    fixedExtension: false,
    clean: true,
  })),
)
