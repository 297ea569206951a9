import { counted, fixed, grouped } from '@manyview/core/words'
import { clusterName, type StoredClustering, type TreeNode, treeNodes } from '@manyview/formats'
import { type Canvas, draw } from './draw.ts'
import { handle } from './handles.ts'

/** Letters of a name beside its cluster. */
const mostLetters = 46
const left = 12
/** Pixels across a letter, at most, and of a name's dot and number of samples. */
const letter = 6.5
const beside = 70
/** Figures of fewer pixels have no room for the long title of the axis. */
const narrow = 600
/** Pixels that a number above the tree takes. */
const room = 22

/** A straight part of a branch. */
interface Line {
  x1: number
  x2: number
  y1: number
  y2: number
  support: number
}

/**
 * The tree of the clusters lying on its side, the root at the left: one tip per cluster with its name and number of samples, merges at their height, in bold where the two sides are clearly closer to each other than to any
 * other cluster. The numbers above say into how many clusters a cut there leaves it, and are handles; dashed lines are those that score best where the number was chosen from the data.
 */
export function treeFigure(stored: StoredClustering, canvas: Canvas): Promise<string> {
  const { theme, width } = canvas
  const nodes = treeNodes(stored)
  const { record } = stored
  const { tips, lines, joints } = layOut(nodes)
  // Names are whole where there is room.
  const letters = Math.min(mostLetters, Math.floor((width * 0.6 - beside) / letter))
  const name = (cluster: number) => shortened(clusterName(record, cluster), letters)
  const longest = Math.max(...tips.map(({ cluster }) => name(cluster!).length))
  const right = letter * longest + beside
  const cuts = cutsOf(stored, nodes, width - left - right)
  const best = cuts.filter(({ liked }) => liked)
  return draw(canvas, 'Tree of the clusters', (plot) => ({
    height: 22 * tips.length + 78,
    width,
    marginTop: 26,
    marginLeft: left,
    marginRight: right,
    marginBottom: 52,
    x: {
      domain: [1, 0],
      label: width < narrow ? 'Height' : 'Height: how far the centres of the two sides are apart',
      labelAnchor: 'center',
      labelArrow: 'none',
      ticks: 5,
      tickSize: 0,
    },
    y: { domain: [-0.6, tips.length - 0.4], axis: null, reverse: true },
    color: { type: 'identity' },
    marks: [
      plot.ruleX(best, { x: 'height', stroke: theme.muted, strokeDasharray: '3 3', strokeOpacity: 0.8 }),
      plot.link(cuts, { x1: 'height', x2: 'height', y1: -0.5, y2: -0.3, stroke: theme.muted, strokeOpacity: 0.6 }),
      plot.text(cuts, {
        x: 'height',
        y: -0.6,
        text: ({ clusters }) => String(clusters),
        dy: -8,
        fill: ({ liked }) => (liked ? theme.ink : theme.muted),
        pointerEvents: 'none',
      }),
      plot.dot(cuts, {
        x: 'height',
        y: -0.6,
        dy: -8,
        r: 9,
        fill: theme.accent,
        fillOpacity: 0.001,
        title: ({ clusters }) => `cut into ${clusters}`,
        ariaLabel: ({ clusters }) => handle(clusters),
      }),
      plot.link(lines, {
        x1: 'x1',
        x2: 'x2',
        y1: 'y1',
        y2: 'y2',
        stroke: theme.ink,
        strokeWidth: ({ support }: Line) => 1 + 1.5 * support,
        strokeLinecap: 'round',
      }),
      plot.dot(joints, {
        x: 'x',
        y: 'y',
        r: 2.5,
        fill: theme.ink,
        title: ({ x, support }) => `merge at ${fixed(x, 2)}, support ${fixed(support, 2)}`,
      }),
      plot.dot(tips, {
        x: 0,
        y: 'y',
        r: 5,
        fill: ({ cluster }) => theme.cluster(cluster!),
        title: ({ cluster, size }) => `${clusterName(record, cluster!)}: ${counted(size, 'sample')}`,
      }),
      plot.text(tips, {
        x: 0,
        y: 'y',
        text: ({ cluster, size }) => `${name(cluster!)} · ${grouped(size)}`,
        textAnchor: 'start',
        dx: 12,
        fill: theme.ink,
      }),
    ],
  }))
}

/** Places of clusters and merges: clusters evenly one below the other, merges between their two sides. */
function layOut(nodes: readonly TreeNode[]) {
  const tips: (TreeNode & { y: number })[] = []
  const lines: Line[] = []
  const joints: { x: number; y: number; support: number }[] = []
  const place = (node: TreeNode): { x: number; y: number } => {
    if (node.cluster !== null || !node.children) {
      tips.push({ ...node, y: tips.length })
      return { x: 0, y: tips.length - 1 }
    }
    const sides = node.children.map((child) => place(nodes[child]))
    const support = node.support!
    const { height: x } = node
    for (const side of sides) lines.push({ x1: side.x, x2: x, y1: side.y, y2: side.y, support })
    lines.push({ x1: x, x2: x, y1: sides[0].y, y2: sides[1].y, support })
    const y = (sides[0].y + sides[1].y) / 2
    joints.push({ x, y, support })
    return { x, y }
  }
  place(nodes.at(-1)!)
  return { tips, lines, joints }
}

interface Cut {
  clusters: number
  height: number
  /** One of the best four where the number of clusters was chosen from the data. */
  liked: boolean
}

/** Where numbers of clusters cut the tree, of those that are not more than were fitted: between the merge that leaves this number of clusters and the next. The best ones, and of the others those that have room beside them in `across` pixels. */
function cutsOf({ record }: StoredClustering, nodes: readonly TreeNode[], across: number): Cut[] {
  const merges = nodes.filter(({ children }) => children)
  const height = (clusters: number) => merges.at(-clusters)?.height ?? 0
  const best = (record.choice?.candidates ?? []).slice(0, 4).map(({ clusters }) => clusters)
  const all = new Set([...best.slice(0, 1), 2, ...best, ...Array.from({ length: record.clusters }, (_, i) => i + 1)])
  const cuts: Cut[] = []
  for (const clusters of all) {
    const place = (height(clusters) + height(clusters - 1)) / 2
    const hasRoom = cuts.every((other) => Math.abs(other.height - place) * across >= room)
    if (clusters > 1 && clusters <= record.clusters && hasRoom)
      cuts.push({ clusters, height: place, liked: best.includes(clusters) })
  }
  return cuts.sort((a, b) => a.clusters - b.clusters)
}

function shortened(name: string, letters: number): string {
  return name.length > letters ? `${name.slice(0, letters - 1).trimEnd()}…` : name
}
