import type { KernelCall } from '../kernels/kernels.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import type { MeetingPoints } from './meeting-points.ts'

/**
 * The leaves of one random-projection tree: the points are put into an order (`ids`, u32 in the kernels' memory) in which every group is halved at the median of its
 * projection onto the line through two of its points, until it has at most `size` points. Ties by number, so that equal points are halved too.
 * Gives begin and end of each leaf; `order` has room for one double a point. Yields `progress` after every level. O(n·log n·r), on all threads.
 */
export function* projectionLeaves(
  meeting: MeetingPoints,
  ids: { pointer: number; i32: Int32Array },
  order: { pointer: number },
  size: number,
  random: Random,
  progress: Progress,
): Generator<Progress, [number, number][]> {
  const { kernels, rounded, columns, count } = meeting
  for (let i = 0; i < count; i++) ids.i32[i] = i
  const leaves: [number, number][] = []
  let groups: [number, number][] = [[0, count]]
  while (groups.length > 0) {
    const large = groups.filter(([begin, end]) => end - begin > size)
    leaves.push(...groups.filter(([begin, end]) => end - begin <= size))
    const member = ([begin, end]: [number, number]) => ids.i32[begin + random.below(end - begin)]
    const calls = large.map(
      (group): KernelCall<'splitGroup'> => [
        rounded.rows.pointer,
        columns,
        ids.pointer,
        ...group,
        member(group),
        member(group),
        order.pointer,
      ],
    )
    kernels.share('splitGroup', calls, columns / 4 + 4)
    yield progress
    groups = large.flatMap(([begin, end]): [number, number][] => {
      const middle = begin + ((end - begin) >> 1)
      return [
        [begin, middle],
        [middle, end],
      ]
    })
  }
  return leaves
}
