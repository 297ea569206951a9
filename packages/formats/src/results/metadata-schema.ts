import * as v from 'valibot'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const numbers = v.array(v.number())
const texts = v.array(v.string())

/** Numbers as base64. */
export const packedSchema = v.object({
  type: v.picklist(['uint8', 'uint16', 'uint32', 'float32']),
  base64: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
})

/** A column of metadata in a clustering.json. */
export const columnSchema = v.variant('kind', [
  v.object({ name: v.string(), kind: v.literal('category'), levels: texts, codes: packedSchema }),
  v.object({ name: v.string(), kind: v.picklist(['number', 'date']), values: packedSchema }),
])

const tested = {
  column: v.string(),
  samples: count,
  test: v.picklist(['chi-squared', 'Fisher', 'Fisher, simulated', 'Kruskal-Wallis', 'log-rank']),
  statistic: v.nullable(v.number()),
  degrees: v.nullable(count),
  p: v.number(),
  q: v.number(),
  effect: v.number(),
  smallCounts: count,
}
const quartile = v.nullable(v.number())

/** What `associate` found, in a clustering.json. */
export const associationsSchema = v.object({
  associations: v.array(
    v.variant('kind', [
      v.object({ ...tested, kind: v.literal('category'), levels: texts, counts: v.array(v.array(count)) }),
      v.object({
        ...tested,
        kind: v.picklist(['number', 'date']),
        clusters: v.array(v.object({ samples: count, lower: quartile, median: quartile, upper: quartile })),
      }),
      v.object({
        ...tested,
        kind: v.literal('survival'),
        horizon: v.number(),
        curves: v.array(
          v.object({
            samples: count,
            events: count,
            times: numbers,
            atRisk: v.array(count),
            eventsAt: v.array(count),
            survival: numbers,
            median: v.nullable(v.number()),
            expected: v.number(),
            restrictedMean: v.number(),
          }),
        ),
      }),
    ]),
  ),
  survival: v.nullable(v.object({ time: v.string(), event: v.string() })),
  leftOut: v.array(v.object({ column: v.string(), reason: v.string() })),
})
