#!/usr/bin/env node
import module from 'node:module'
import v8 from 'node:v8'

// From Node 22 on what was compiled is kept for the next start.
module.enableCompileCache?.()
// The heap is small and arrays of numbers lie outside it: the engine would go through all of it at every 10 MB of them.
v8.setFlagsFromString('--heap-growing-percent=500')
// What is long lies in kernels: to inline much into the code around them takes longer than it saves.
v8.setFlagsFromString('--max-inlined-bytecode-size-cumulative=300')
const { main } = await import('../dist/command.js')

await main(process.argv)
