#!/usr/bin/env node
import module from 'node:module'
import v8 from 'node:v8'

// From Node 22 on what was compiled is kept for the next start, in the user's own folder: everybody can write where Node would keep it.
if (module.enableCompileCache) {
  const { defaultCacheFolder } = await import('./cache-folder.js')
  try {
    module.enableCompileCache(`${defaultCacheFolder()}/compiled`)
  } catch {
    // A user without a home starts a little later.
  }
}
// An engine that does not know a setting complains, so later versions than those that were tried keep their own.
const version = Number.parseInt(process.versions.node, 10)
if (version <= 26)
  for (const setting of [
    // The heap is small and arrays of numbers lie outside it: the engine would go through all of it at every 10 MB of them.
    'heap-growing-percent=500',
    // Most of what dies young does so in short pieces, for which calling other threads takes longer than they save.
    'no-parallel-scavenge',
    // What is long lies in kernels: to compile the code around them well takes longer than it saves.
    'no-turbo-inlining',
    'no-turbo-loop-peeling',
    'no-turbo-escape',
    // Before there was a middle tier, a loop that ran on while it was compiled elsewhere took both cores.
    ...(version < 22 ? ['no-concurrent-osr'] : []),
  ])
    v8.setFlagsFromString(`--${setting}`)
const { main } = await import('../dist/command.js')

await main(process.argv)
