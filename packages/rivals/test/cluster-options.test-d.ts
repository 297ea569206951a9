// What does not compile. `npm run typecheck` fails where one of the marked lines does.
import { type ClusterOptions, cluster, type Method, type Views } from '@manyview/core'
import { findMethod } from '@manyview/core/methods'
import { snf } from '@manyview/rivals'

const views: Views = { a: [[0], [1]], b: [new Float32Array(1), new Float32Array(1)], c: [0, 1], d: new Float64Array(2) }

// Each method with options of its own; all options have a default.
await cluster(views)
await cluster([[0], [1]])
await cluster(views, { clusters: 'auto', effort: 'fast', viewWeights: { a: 2 } })
await cluster(views, { clusters: 3, method: 'dstl', lambda1: 1, lambda2: null, variant: 'S' })
await cluster(views, { clusters: { from: 2, to: 5 }, method: snf, bandwidth: 0.5 })

// A method that is known at run time takes any option, which `cluster` checks.
const method: Method = findMethod('kmeans')
await cluster(views, { clusters: 3, method, restarts: 3 })
const options: ClusterOptions = { clusters: 3, method: 'spectral', neighbours: 5 }
await cluster(views, options)

// @ts-expect-error a misspelt option
await cluster(views, { clusters: 3, sed: 3 })
// @ts-expect-error a misspelt method
await cluster(views, { clusters: 3, method: 'consensu' })
// @ts-expect-error a method that this package does not know by name
await cluster(views, { clusters: 3, method: 'snf' })
// @ts-expect-error an option of another method
await cluster(views, { clusters: 3, lambda1: 1 })
// @ts-expect-error an option of another method
await cluster(views, { clusters: 3, method: 'dstl', effort: 'fast' })
// @ts-expect-error an option of another method
await cluster(views, { clusters: 3, method: snf, lambda1: 1 })
// @ts-expect-error a word that is none of the choices
await cluster(views, { clusters: 3, effort: 'faster' })
// @ts-expect-error text for a number
await cluster(views, { clusters: 3, method: 'dstl', lambda1: '1' })
// @ts-expect-error weights as text
await cluster(views, { clusters: 3, viewWeights: 'a=2' })
// @ts-expect-error a number of clusters as text
await cluster(views, { clusters: '3' })
// @ts-expect-error text in a view
await cluster({ a: [['x'], ['y']] }, { clusters: 2 })
