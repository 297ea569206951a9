/** A record of JSON. */
export type JsonRecord = Record<string, unknown>

/** True for an object that is no list. */
export function isRecord(value: unknown): value is JsonRecord {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/**
 * The records within a service's answer to a request for embeddings (`{"data": [{"index": 0, "embedding": […]}]}`), in the order of their index; the line of a batch
 * (`{"custom_id": …, "response": {"body": …}}`) gives each the id of the request. Null for any other record; empty for a request that failed.
 */
export function embeddingRecords(record: JsonRecord): JsonRecord[] | null {
  if (typeof record.custom_id === 'string' && 'response' in record) {
    const body = isRecord(record.response) && isRecord(record.response.body) ? record.response.body : {}
    const found = embeddingRecords(body) ?? []
    return found.map(({ embedding }, i) => ({
      custom_id: found.length === 1 ? record.custom_id : `${record.custom_id} ${i + 1}`,
      embedding,
    }))
  }
  const { data } = record
  if (!Array.isArray(data) || data.length === 0 || !data.every((item) => isRecord(item) && 'embedding' in item))
    return null
  const items = data as JsonRecord[]
  return items.map(({ object: _, ...item }) => item).sort((a, b) => (Number(a.index) || 0) - (Number(b.index) || 0))
}
