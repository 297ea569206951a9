import manifest from '../package.json' with { type: 'json' }

/** The version of the command, which is that of all packages. */
export const version: string = manifest.version
