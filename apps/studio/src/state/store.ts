/** The browser's own database: two tables of whatever can be cloned, by key. */
const databaseName = 'manyview-studio'
const tables = ['session', 'runs'] as const
type Table = (typeof tables)[number]

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => {
      for (const table of tables) request.result.createObjectStore(table)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('another tab holds the database'))
  })
}

async function within<T>(
  table: Table,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(table, mode)
      const request = work(transaction.objectStore(table))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error ?? new DOMException('storage is full', 'QuotaExceededError'))
    })
  } finally {
    database.close()
  }
}

/** What is kept in the browser. Every call may fail: private windows have no database, and storage can be full. */
export const store = {
  put: (table: Table, key: string, value: unknown) => within(table, 'readwrite', (objects) => objects.put(value, key)),
  get: <T>(table: Table, key: string) =>
    within(table, 'readonly', (objects) => objects.get(key) as IDBRequest<T | undefined>),
  all: <T>(table: Table) => within(table, 'readonly', (objects) => objects.getAll() as IDBRequest<T[]>),
  remove: (table: Table, key: string) => within(table, 'readwrite', (objects) => objects.delete(key)),
  clear: async () => {
    for (const table of tables) await within(table, 'readwrite', (objects) => objects.clear())
  },
}
