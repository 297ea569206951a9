// The library: `import { cluster } from 'manyview'`. The command starts in `command.ts`.
export * from '@manyview/core'
