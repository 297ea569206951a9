// How the sources of the kernels are rewritten before they are compiled.

/** The source with AssemblyScript's decorator in place of the comment `// @inline`: the comment is TypeScript, so that the linter can read the kernels. */
export function inline(text) {
  return text.replace(/^\/\/ @inline$/gm, '@inline')
}

/** The sources with a + b·c as one operation wherever a sum grows by a product. Throws where that is nowhere: the build would be the same as without. */
export function fuse(sources) {
  let found = 0
  const fused = Object.fromEntries(
    Object.entries(sources).map(([name, text]) => [
      name,
      text.replace(
        /(\w+) = (f64x2|f32x4)\.add\(\1, \2\.mul\((\w+|v128\.\w+\([^()]*\)), (\w+)\)\)/g,
        (_, sum, lanes, first, second) => {
          found++
          return `${sum} = ${lanes}.relaxed_madd(${first}, ${second}, ${sum})`
        },
      ),
    ]),
  )
  if (found === 0)
    throw new Error(
      'kernels: no sum grows by a product (s = f64x2.add(s, f64x2.mul(a, b))), so that the relaxed build has nothing to fuse',
    )
  return fused
}
