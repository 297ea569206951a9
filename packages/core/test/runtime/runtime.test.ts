import { describe, expect, it } from 'vitest'
import { Random } from '../../src/numerics/random/random.ts'
import type { Device } from '../../src/runtime/device/device.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { makeRuntime } from '../../src/runtime/runtime.ts'
import { plainRuntime } from '../plain-runtime.ts'

const kernels = await Kernels.load()
const runtime = (seed = 1) => plainRuntime(kernels, new Random(seed))
const drawn = (random: Random) => Array.from({ length: 4 }, () => random.uniform())

describe('rt.random(...name)', () => {
  it('draws the same numbers for a name, whatever was drawn before', () => {
    const rt = runtime()
    const first = drawn(rt.random('members', 2, 'seed'))
    drawn(rt.random('weights'))
    rt.scope('refined').random('members', 2, 'seed').uniform()
    expect(drawn(rt.random('members', 2, 'seed'))).toEqual(first)
    expect(drawn(runtime().random('members', 2, 'seed'))).toEqual(first)
  })

  it('draws other numbers for every other name, number, scope and seed', () => {
    const rt = runtime()
    const streams = [
      rt.random(),
      rt.random('members'),
      rt.random('members', 0),
      rt.random('members', 1),
      rt.random('0', 'members'),
      rt.random(0, 'members'),
      rt.random('weights'),
      rt.scope('refined').random('weights'),
      rt.scope('refined').scope('refined').random('weights'),
      runtime(2).random('weights'),
    ]
    expect(new Set(streams.map((random) => String(drawn(random)))).size).toBe(streams.length)
  })

  it('is under a scope what it is under the name of the scope', () => {
    const rt = runtime()
    expect(drawn(rt.scope('refined').random('graphs', 3))).toEqual(drawn(rt.random('refined', 'graphs', 3)))
  })
})

describe('makeRuntime(parts)', () => {
  it('has the parts that it was given, in a scope, too', () => {
    const device = { name: 'card' } as Device
    const memory = { limit: 1000 }
    const rt = makeRuntime({ kernels, device, ranks: singleProcess, random: new Random(1), memory })
    for (const { device: card, ranks, memory: room } of [rt, rt.scope('refined')])
      expect([card, ranks, room]).toEqual([device, singleProcess, memory])
  })
})
