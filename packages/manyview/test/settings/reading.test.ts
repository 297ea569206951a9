import { describe, expect, it } from 'vitest'
import { treatedAs } from '../../src/settings/reading.ts'

describe('treatedAs(settings)', () => {
  it('gives the method what --kind says about the treatment of views', () => {
    const kind = { pca: 'scores', genes: 'counts', flags: 'binary' }
    expect(treatedAs({ kind })).toEqual({ viewKinds: { pca: 'scores', genes: 'counts' } })
    expect(treatedAs({ kind: { pca: 'scores' }, method: 'Consensus' })).toEqual({ viewKinds: { pca: 'scores' } })
  })

  it('says in one sentence what to do where the method treats all views alike', () => {
    expect(() => treatedAs({ kind: { pca: 'scores' }, method: 'kmeans' })).toThrow(
      '--kind: pca=scores is something that method kmeans cannot use, since it treats all views alike: leave it out, or take method consensus',
    )
    expect(treatedAs({ kind: { text: 'counts' }, method: 'kmeans' })).toEqual({})
  })
})
