import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** An `InputError` as the sources write it; what is only known at run time is `…`. */
interface ErrorCase {
  code: string
  argument: string
  message: string
}

const intro = `# Errors by code

Bad input is one \`InputError\`. Its message names the argument, says what is wrong and what to do; \`error.code\` is for programs, \`error.argument\` and \`error.details\` say where.
The command prints the message in one line and ends with status 1; Python raises \`manyview.InputError\`, a \`ValueError\`. Below is every message by its code; … stands for what only your data say.

\`\`\`js
import { cluster, InputError } from 'manyview'

try {
  await cluster({ size: [[1], [2], [9]] }, { clusters: 5 })
} catch (error) {
  if (!(error instanceof InputError)) throw error
  console.log(error.code)
}
\`\`\`
`

/** The page of all errors, read from the sources of the packages. */
export function errorPage(sources: readonly string[]): string {
  const cases = sources.flatMap(errorsOf)
  const codes = [...new Set(cases.map(({ code }) => code))].sort()
  const sections = codes.map((code) => {
    const said = cases.filter((one) => one.code === code && one.message !== '…')
    const lines = new Set(said.map(({ argument, message }) => `- \`${argument}: ${message.replaceAll('`', "'")}\``))
    return `## ${code}\n\n${[...lines].sort().join('\n') || 'The message is made on the spot: it names the place and says what to do.'}\n`
  })
  return [intro, ...sections].join('\n')
}

function errorsOf(path: string): ErrorCase[] {
  const found: ErrorCase[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'InputError') {
      const [message, info] = node.arguments ?? []
      const code = info && property(info, 'code')
      if (code && ts.isStringLiteralLike(code))
        found.push({ code: code.text, argument: words(property(info, 'argument')), message: words(message) })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true))
  return found
}

function property(info: ts.Expression, name: string): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(info)) return undefined
  for (const one of info.properties)
    if (ts.isPropertyAssignment(one) && one.name.getText() === name) return one.initializer
  return undefined
}

/** A text of the sources with … for each part that is computed. */
function words(node: ts.Expression | undefined): string {
  if (node && ts.isStringLiteralLike(node)) return node.text
  if (node && ts.isTemplateExpression(node))
    return node.templateSpans.reduce((text, { literal }) => `${text}…${literal.text}`, node.head.text)
  if (node && ts.isBinaryExpression(node)) return words(node.left) + words(node.right)
  return '…'
}

/** The sources of all packages. */
export function packageSources(root: string): string[] {
  return readdirSync(join(root, 'packages')).flatMap((name) => {
    const folder = join(root, 'packages', name, 'src')
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.includes('built'))
      .map((path) => join(folder, path))
      .sort()
  })
}
