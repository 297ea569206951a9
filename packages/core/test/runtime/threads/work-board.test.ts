import { expect, it } from 'vitest'
import {
  type Instances,
  makeBoard,
  presence,
  stayAtBoard,
  workTogether,
} from '../../../src/runtime/threads/call-queue.ts'

it('leaves calls on a memory that a thread does not know yet to the others', () => {
  const board = makeBoard()
  const since = presence(board)
  // A thread that knows memory 0 only looks at the board in the middle of a round on memory 1; it is called away once it has looked.
  const late = {
    0: [() => 0],
    get length() {
      Atomics.add(board.control, 10, 1)
      return 1
    },
  } as unknown as Instances
  let looked = false
  const known = (value: number) => {
    if (!looked) {
      looked = true
      stayAtBoard(board, late, 1, since)
    }
    return 2 * value
  }
  workTogether(board, [[() => 0], [known]], { memory: 1, kernel: 0, scratch: 0, scratchBytes: 0 }, [[3], [4], [5]])
  expect(presence(board)).toBe(since + 1)
  expect([...board.results.subarray(0, 3)]).toEqual([6, 8, 10])
})
