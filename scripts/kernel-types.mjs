// Turns the .d.ts file of AssemblyScript into the types that the core has of its kernels.

/** The text of kernel-functions.ts: every exported function with its parameters, and which of them take scratch space, that is have a last parameter `scratch`. */
export function kernelTypes(declarations) {
  const functions = [
    ...declarations.matchAll(/\/\*\*\s+\* (\S+)\/\w+(?:(?!\*\/)[\s\S])*\*\/\s+export function (\w+)\((.*)\): (\w+);/g),
  ].map(([, file, name, parameters, result]) => ({ file, name, parameters, result }))
  if (functions.length === 0) throw new Error('kernels: the compiler declares no functions')
  const members = functions.map(
    ({ file, name, parameters, result }) => `  /** kernels/${file}.ts */\n  ${name}(${parameters}): ${result}\n`,
  )
  const withScratch = functions.filter(({ parameters }) => /\bscratch: number$/.test(parameters))
  return `
/** The kernels, by the files that explain their arguments; pointers are byte addresses in the memory of the instance. */
export interface KernelFunctions {
${members.join('')}}

/** Kernels whose last argument is the address of scratch space. */
export type ScratchKernel = ${withScratch.map(({ name }) => `'${name}'`).join(' | ')}
`
}
