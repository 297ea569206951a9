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

/** A function that makes errors of one code, and which of its parameters are the message and the argument. */
interface Maker {
  name: string
  exported: boolean
  code: string
  message: number
  /** A place among the parameters, or the words themselves. */
  argument: number | string
}

/** The page of all errors, read from the sources of the packages. */
export function errorPage(paths: readonly string[]): string {
  const sources = paths.map((path) =>
    ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true),
  )
  const makers = sources.map((source) => makersOf(source))
  const shared = makers.flat().filter(({ exported }) => exported)
  const cases = sources.flatMap((source, i) => errorsOf(source, [...makers[i], ...shared]))
  const codes = [...new Set(cases.map(({ code }) => code))].sort()
  const sections = codes.map((code) => {
    const casesOfCode = cases.filter((one) => one.code === code && one.message !== '…')
    const lines = new Set(
      casesOfCode.map(({ argument, message }) => `- \`${argument}: ${message.replaceAll('`', "'")}\``),
    )
    return `## ${code}\n\n${[...lines].sort().join('\n') || 'The message is made on the spot: it names the place and says what to do.'}\n`
  })
  return [intro, ...sections].join('\n')
}

/** Calls `visit` for every `new InputError(message, { code: '…' })`. */
function eachError(
  node: ts.Node,
  visit: (node: ts.NewExpression, message: ts.Expression, info: ts.Expression, code: string) => void,
): void {
  if (ts.isNewExpression(node) && node.expression.getText() === 'InputError') {
    const [message, info] = node.arguments ?? []
    const code = info && property(info, 'code')
    if (code && ts.isStringLiteralLike(code)) visit(node, message, info, code.text)
  }
  ts.forEachChild(node, (child) => eachError(child, visit))
}

function makersOf(source: ts.SourceFile): Maker[] {
  const makers: Maker[] = []
  eachError(source, (node, message, info, code) => {
    const maker = ts.findAncestor(node, (node) => ts.isFunctionDeclaration(node) || ts.isArrowFunction(node))
    if (!maker || !(ts.isFunctionDeclaration(maker) || ts.isArrowFunction(maker))) return
    const parameters = maker.parameters.map(({ name }) => name.getText())
    const named = ts.isFunctionDeclaration(maker) ? maker : maker.parent
    const name = ts.isFunctionDeclaration(named) || ts.isVariableDeclaration(named) ? named.name?.getText() : undefined
    const argument = property(info, 'argument') ?? shorthand(info, 'argument')
    if (name === undefined || !parameters.includes(message.getText())) return
    const place = argument ? parameters.indexOf(argument.getText()) : -1
    const exported =
      ts.isFunctionDeclaration(maker) &&
      maker.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
    makers.push({
      ...{ name, exported, code, message: parameters.indexOf(message.getText()) },
      argument: place >= 0 ? place : words(argument),
    })
  })
  return makers
}

function errorsOf(source: ts.SourceFile, makers: readonly Maker[]): ErrorCase[] {
  const errors: ErrorCase[] = []
  eachError(source, (_, message, info, code) =>
    errors.push({ code, argument: words(property(info, 'argument')), message: words(message) }),
  )
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const maker = makers.find(({ name }) => name === node.expression.getText())
      if (maker) {
        const { code, message, argument } = maker
        const argumentName = typeof argument === 'string' ? argument : words(node.arguments[argument])
        errors.push({ code, argument: argumentName, message: words(node.arguments[message]) })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return errors
}

function shorthand(info: ts.Expression, name: string): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(info)) return undefined
  for (const one of info.properties)
    if (ts.isShorthandPropertyAssignment(one) && one.name.text === name) return one.name
  return undefined
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
