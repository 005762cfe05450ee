/**
 * Words that are not on the server yet, kept in this browser: a crashed tab or a reload without a
 * network must not lose them. Written while a change waits, taken back in when the story is opened
 * again, dropped when the server has them on disk.
 */
const STORE = 'unsent'

let opened: Promise<IDBDatabase> | null = null

/** Stays open: a page that is just being left has no time to open anything. */
function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('copydesk', 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
    request.addEventListener('success', () => {
      const db = request.result
      db.addEventListener('versionchange', () => db.close())
      for (const end of ['versionchange', 'close']) db.addEventListener(end, () => (opened = null))
      resolve(db)
    })
    request.addEventListener('error', () => {
      opened = null
      reject(request.error ?? new Error('no database'))
    })
  })
  return opened
}

async function within<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await database()
  return new Promise<T>((resolve, reject) => {
    const transaction = db.transaction(STORE, mode)
    const request = act(transaction.objectStore(STORE))
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('not kept')))
    // Asked for now, not when this page next has a turn: it may have none.
    transaction.commit()
  })
}

/** One slot for each tab that types, so that two tabs never overwrite each other's. */
const prefixOf = (storyId: string, personId: string) => `${storyId}/${personId}/`

export async function keepUnsent(storyId: string, personId: string, slot: string, update: Uint8Array): Promise<void> {
  await within('readwrite', (store) => store.put(update, prefixOf(storyId, personId) + slot))
}

export async function dropUnsent(storyId: string, personId: string, slots: readonly string[]): Promise<void> {
  for (const slot of slots) await within('readwrite', (store) => store.delete(prefixOf(storyId, personId) + slot))
}

/** What earlier tabs left behind. */
export async function takeUnsent(storyId: string, personId: string): Promise<{ slot: string; update: Uint8Array }[]> {
  const prefix = prefixOf(storyId, personId)
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const keys = await within('readonly', (store) => store.getAllKeys(range))
  const updates = await within<Uint8Array[]>('readonly', (store) => store.getAll(range))
  return keys.map((key, i) => ({ slot: String(key).slice(prefix.length), update: updates[i]! }))
}
