#!/usr/bin/env node
import module from 'node:module'

// From Node 22 on what was compiled is kept for the next start.
module.enableCompileCache?.()
const { main } = await import('../dist/command.js')

await main(process.argv)
