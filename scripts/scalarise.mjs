// Rewrites a kernel source so that it needs no SIMD: every v128 value becomes two f64 values, lane by lane, in the same order of operations,
// so that both builds give the same bytes. Knows the vocabulary below and stops with file and line at anything else.
import ts from 'typescript'

const binary = { add: '+', sub: '-', mul: '*', div: '/' }
const unary = { neg: '-', abs: 'abs', sqrt: 'sqrt' }
const pick = { pmin: '<', pmax: '>' }
const compare = { lt: '<', gt: '>' }
/** Calls that do not give a v128. */
const plain = new Set(['f64x2.extract_lane', 'v128.any_true', 'v128.store'])
const vectorSpaces = new Set(['v128', 'f64x2', 'f32x4', 'i8x16', 'i16x8', 'i32x4', 'i64x2'])

const assigns = (kind) => kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment

/** The source text of a kernel file with two f64 in place of every v128. */
export function scalarise(name, text) {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  let scopes = [new Map()]
  return render(source)

  function fail(node, why) {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    throw new Error(`${name}:${line + 1}: ${why}: ${node.getText(source).split('\n')[0]}`)
  }

  /** The text of a node with everything in it rewritten, comments and blanks before it included. */
  function render(node) {
    const opens = ts.isFunctionDeclaration(node) || ts.isBlock(node) || ts.isForStatement(node)
    if (opens) scopes = [...scopes, new Map()]
    const special = rewrite(node)
    const result = special === undefined ? renderChildren(node) : text.slice(node.pos, node.getStart(source)) + special
    if (opens) scopes = scopes.slice(0, -1)
    return result
  }

  function renderChildren(node) {
    let result = ''
    let at = node.pos
    ts.forEachChild(node, (child) => {
      result += text.slice(at, child.pos) + render(child)
      at = child.end
    })
    return result + text.slice(at, node.end)
  }

  /** The new text of a node that has to do with vectors, undefined for all others. */
  function rewrite(node) {
    if (ts.isFunctionDeclaration(node) && isVectorType(node.type)) fail(node, 'a function cannot give a v128')
    if (ts.isParameter(node)) return isVectorType(node.type) ? declare(node, (at) => `${at}: f64`) : declareOther(node)
    if (ts.isVariableDeclaration(node)) {
      if (!isVectorType(node.type) && !(node.initializer && isVector(node.initializer))) return declareOther(node)
      if (!node.initializer) fail(node, 'a v128 needs a first value')
      // Lanes come before the declaration: the value cannot mean the variable itself.
      const lanes = [lane(node.initializer, 0), lane(node.initializer, 1)]
      return declare(node, (at, i) => `${at}: f64 = ${lanes[i]}`)
    }
    if (ts.isExpressionStatement(node) && vectorCall(node.expression)?.name === 'v128.store')
      return store(node.expression)
    if (ts.isExpressionStatement(node) && isVectorAssignment(node.expression)) return `{ ${assign(node.expression)} }`
    if (isVectorAssignment(node)) fail(node, 'a v128 is assigned in a statement of its own')
    if (ts.isCallExpression(node)) {
      const call = vectorCall(node)
      if (call?.name === 'f64x2.extract_lane') return lane(node.arguments[0], wholeNumber(node.arguments[1]))
      if (call?.name === 'v128.any_true')
        return `(${lane(node.arguments[0], 0)} != 0 || ${lane(node.arguments[0], 1)} != 0)`
      if (call || isVector(node)) fail(node, 'not expected here')
      if (node.arguments.some(isVector)) {
        const given = node.arguments.map((a) => (isVector(a) ? `${lane(a, 0)}, ${lane(a, 1)}` : render(a)))
        return `${render(node.expression)}(${given.join(', ')})`
      }
    }
    if (ts.isIdentifier(node) && (isVector(node) || vectorSpaces.has(node.text))) fail(node, 'not expected here')
    return undefined
  }

  function declare(node, lanes) {
    const at = node.name.getText(source)
    scopes.at(-1).set(at, true)
    return [0, 1].map((i) => lanes(`${at}_${i}`, i)).join(', ')
  }

  function declareOther(node) {
    scopes.at(-1).set(node.name.getText(source), false)
    return undefined
  }

  function isVectorAssignment(node) {
    return ts.isBinaryExpression(node) && assigns(node.operatorToken.kind) && isVector(node.left)
  }

  function assign(node) {
    if (node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) fail(node, 'a v128 is assigned with =')
    const at = node.left.getText(source)
    return `${at}_0 = ${lane(node.right, 0)}; ${at}_1 = ${lane(node.right, 1)}`
  }

  /** Both lanes are known before the first is stored, as with one wide store. */
  function store(call) {
    const [address, value] = call.arguments
    const place = pure(address)
    const offset = (further) => offsetText(call.arguments[2], further)
    return `{ const lane_0: f64 = ${lane(value, 0)}, lane_1: f64 = ${lane(value, 1)}; store<f64>(${place}, lane_0, ${offset(0)}); store<f64>(${place}, lane_1, ${offset(8)}) }`
  }

  /** Lane i of a v128 expression, as an f64 expression. */
  function lane(node, i) {
    if (ts.isParenthesizedExpression(node)) return lane(node.expression, i)
    if (ts.isIdentifier(node) && isVector(node)) return `${node.text}_${i}`
    if (ts.isConditionalExpression(node))
      return `(${pure(node.condition)} ? ${lane(node.whenTrue, i)} : ${lane(node.whenFalse, i)})`
    const call = vectorCall(node)
    if (!call) fail(node, 'not a v128 that is known')
    const [first, second] = node.arguments
    const [space, operation] = call.name.split('.')
    if (space === 'f64x2') {
      if (operation in binary) return `(${lane(first, i)} ${binary[operation]} ${lane(second, i)})`
      if (operation in unary) return `${unary[operation]}(${lane(first, i)})`
      if (operation in pick)
        return `select<f64>(${lane(second, i)}, ${lane(first, i)}, ${lane(second, i)} ${pick[operation]} ${lane(first, i)})`
      if (operation in compare) return `select<f64>(1, 0, ${lane(first, i)} ${compare[operation]} ${lane(second, i)})`
      if (operation === 'splat') return `<f64>(${pure(first)})`
      if (operation === 'promote_low_f32x4' && vectorCall(first)?.name === 'v128.load64_zero')
        return `<f64>${load('f32', first, 4 * i)}`
    }
    // Masks are 1 or 0 here.
    if (call.name === 'v128.bitselect')
      return `select<f64>(${lane(first, i)}, ${lane(second, i)}, ${lane(node.arguments[2], i)} != 0)`
    if (call.name === 'v128.and') return `select<f64>(${lane(first, i)}, 0, ${lane(second, i)} != 0)`
    if (call.name === 'v128.or') return `max<f64>(${lane(first, i)}, ${lane(second, i)})`
    if (call.name === 'v128.load') return load('f64', node, 8 * i)
    if (call.name === 'v128.load64_splat' || (call.name === 'v128.load_splat' && call.type === 'f64'))
      return load('f64', node, 0)
    return fail(node, 'an operation that is not known')
  }

  function load(type, call, further) {
    const [address, offset] = call.arguments
    return `load<${type}>(${pure(address)}, ${offsetText(offset, further)})`
  }

  /** A constant offset, a number or the name of one, and some bytes more. */
  function offsetText(node, further) {
    if (node && ts.isIdentifier(node) && /^[A-Z_]+$/.test(node.text)) return `${node.text} + ${further}`
    return `${(node ? wholeNumber(node) : 0) + further}`
  }

  /** The text of an expression that is written more than once, so it must not change anything. */
  function pure(node) {
    const check = (part) => {
      const changes =
        ts.isPostfixUnaryExpression(part) ||
        (ts.isPrefixUnaryExpression(part) && /^(\+\+|--)/.test(part.getText(source))) ||
        (ts.isBinaryExpression(part) && assigns(part.operatorToken.kind)) ||
        (ts.isCallExpression(part) &&
          !/^(load|f64\.load|sqrt|abs|min|max|f64x2\.extract_lane)\b/.test(part.getText(source)))
      if (changes) fail(part, 'would be done twice')
      ts.forEachChild(part, check)
    }
    check(node)
    return render(node).trim()
  }

  function wholeNumber(node) {
    const value = node && ts.isNumericLiteral(node) ? Number(node.text) : Number.NaN
    return Number.isInteger(value) ? value : fail(node.parent, 'needs a whole number')
  }

  /** Name and type argument of a call such as v128.load(…), undefined for other nodes. */
  function vectorCall(node) {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
    const space = node.expression.expression
    if (!ts.isIdentifier(space) || !vectorSpaces.has(space.text)) return undefined
    return { name: node.expression.getText(source), type: node.typeArguments?.[0].getText(source) }
  }

  function isVectorType(type) {
    return type?.getText(source) === 'v128'
  }

  function isVector(node) {
    if (ts.isParenthesizedExpression(node)) return isVector(node.expression)
    if (ts.isConditionalExpression(node)) return isVector(node.whenTrue)
    if (ts.isIdentifier(node)) return scopes.findLast((scope) => scope.has(node.text))?.get(node.text) ?? false
    const call = vectorCall(node)
    return call !== undefined && !plain.has(call.name)
  }
}
