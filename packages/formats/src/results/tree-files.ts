import { cutNodes } from '@manyview/core/methods'
import { clusterName, csvText } from './labels-csv.ts'
import type { StoredClustering } from './stored-clustering.ts'

/** What a clustering says about its tree and about copies as files, by name: `tree.json`, `tree.nwk` (Newick) and `duplicates.csv`; those that it knows nothing of are left out. O(samples + leaves²). */
export function treeFiles(stored: StoredClustering): Record<string, string> {
  const nodes = treeNodes(stored)
  return {
    ...(nodes.length > 0 ? { 'tree.json': treeJson(stored, nodes), 'tree.nwk': newick(stored, nodes) } : {}),
    ...(stored.record.duplicates?.length ? { 'duplicates.csv': duplicateRows(stored) } : {}),
  }
}

/** The nodes with names, and which numbers of clusters are worth a look. */
function treeJson({ record }: StoredClustering, nodes: readonly TreeNode[]): string {
  const within = (record.choice?.candidates ?? [])
    .map(({ clusters }) => clusters)
    .filter((k) => k <= record.tree!.leafSizes.length)
  const named = nodes.map(({ children, support, cluster, ...node }) => ({
    ...node,
    ...(children ? { children, support } : {}),
    ...(cluster === null ? {} : { cluster, name: clusterName(record, cluster) }),
  }))
  const head = { clusters: record.clusters, leaves: record.tree!.leafSizes.length, best: within.slice(0, 5) }
  const lines = named.map((node) => `    ${JSON.stringify(node)}`)
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "nodes": [\n${lines.join(',\n')}\n  ]\n}\n`
}

/** The tree in the Newick format: lengths are differences of height, names of inner nodes their support unless they are a cluster. */
function newick({ record }: StoredClustering, nodes: readonly TreeNode[]): string {
  const texts: string[] = []
  for (const { id, children, cluster, support } of nodes) {
    const name = cluster === null ? (children ? String(support) : `part ${id}`) : clusterName(record, cluster)
    const inside = children?.map((child) => `${texts[child]}:${length(nodes, id, child)}`).join(',')
    texts.push(`${inside ? `(${inside})` : ''}${quoted(name)}`)
  }
  return `${texts.at(-1)};\n`
}

function length(nodes: readonly TreeNode[], parent: number, child: number): number {
  return Number((nodes[parent].height - nodes[child].height).toPrecision(6))
}

function quoted(name: string): string {
  return /^[\w.]+$/.test(name) ? name : `'${name.replaceAll("'", "''")}'`
}

/** One row per pair; pairs that share samples have one group. */
function duplicateRows({ record, ids }: StoredClustering): string {
  const pairs = record.duplicates!
  const into = new Map<number, number>()
  const root = (sample: number): number => {
    let at = sample
    while (into.has(at)) at = into.get(at)!
    return at
  }
  for (const { first, second } of pairs) {
    const [a, b] = [root(first), root(second)]
    if (a !== b) into.set(Math.max(a, b), Math.min(a, b))
  }
  const groups = [...new Set(pairs.map(({ first }) => root(first)))]
  const id = (sample: number) => (ids ? ids[sample] : sample)
  const rows = pairs.map(({ first, second, exact, differsIn }) => [
    groups.indexOf(root(first)) + 1,
    id(first),
    id(second),
    exact ? 'identical' : 'near',
    differsIn,
  ])
  return csvText([['group', 'first', 'second', 'kind', 'differs_in'], ...rows])
}

/** A node of the tree of a stored clustering. */
export interface TreeNode {
  id: number
  size: number
  /** 0 for a leaf. */
  height: number
  /** Of the merge that made it; null for a leaf. */
  support: number | null
  children: readonly [number, number] | null
  /** The cluster that it is, whole; null where it is a part of one or holds several. */
  cluster: number | null
}

/** The nodes of the tree, leaves first, the root last; none where there is no tree. O(samples + leaves²). */
export function treeNodes({ tree, labels, record }: Pick<StoredClustering, 'tree' | 'labels' | 'record'>): TreeNode[] {
  if (!tree) return []
  const clusterOf = new Map<number, number>()
  tree.leaves.forEach((leaf, i) => {
    clusterOf.set(leaf, labels[i])
  })
  const held = new Set(labels).size
  const whole = new Map(cutNodes(tree, held).map((leaves) => [leaves.join(), clusterOf.get(leaves[0])!]))
  const leavesOf: number[][] = tree.leafSizes.map((_, leaf) => [leaf])
  const nodes: TreeNode[] = tree.leafSizes.map((size, id) => ({
    id,
    size,
    height: 0,
    support: null,
    children: null,
    cluster: whole.get(String(id)) ?? null,
  }))
  for (const { first, second, height, support } of record.tree!.merges) {
    const leaves = [...leavesOf[first], ...leavesOf[second]].sort((a, b) => a - b)
    leavesOf.push(leaves)
    const size = nodes[first].size + nodes[second].size
    const cluster = whole.get(leaves.join()) ?? null
    nodes.push({ id: nodes.length, size, height, support, children: [first, second], cluster })
  }
  return nodes
}
