import manifest from '../package.json' with { type: 'json' }

/** Written in by the build; absent when the sources run. */
declare const __BUILD__: { commit: string; kernels: string } | undefined

/** The version of the command, which is that of all packages. */
export const version: string = manifest.version

/** The version and what it was made from: `0.1.0 (commit 1a2b3c4d, kernels 5e6f7a8b, Node 20.20.2)`. */
export function buildName(): string {
  const made =
    typeof __BUILD__ === 'undefined' ? 'from sources' : `commit ${__BUILD__.commit}, kernels ${__BUILD__.kernels}`
  return `${version} (${made}, Node ${process.versions.node})`
}
