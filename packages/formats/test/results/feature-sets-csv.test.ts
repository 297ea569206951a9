import { featureSetsCsv } from '@manyview/formats'
import { expect, it } from 'vitest'

it('featureSetsCsv(effects, sets, names) has a row per cluster, view and set, in each cluster the least p first', () => {
  const effect = { view: 'rna', features: 5, q: 0.5 }
  const effects = [
    { ...effect, cluster: 0, set: 0, effect: 0.25, p: 0.5 },
    { ...effect, cluster: 0, set: 1, effect: -0.5, p: 0.25 },
    { ...effect, cluster: 1, set: 0, effect: 0, p: 1 },
  ]
  expect(featureSetsCsv(effects, [{ name: 'B, mature' }, { name: 'T' }], ['left', 'right'])).toBe(
    `cluster,name,view,set,features,effect,direction,p,q
0,left,rna,T,5,-0.5,lower,0.25,0.5
0,left,rna,"B, mature",5,0.25,higher,0.5,0.5
1,right,rna,"B, mature",5,0,neither,1,0.5
`,
  )
})
