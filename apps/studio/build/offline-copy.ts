import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** Adds `sw.js`, a service worker that keeps a copy of every built file, so that the page works without a network after its first load. It isolates the page, too, which hosts without headers do not: threads need that. */
export function offlineCopy(): Plugin {
  return {
    name: 'offline-copy',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const hash = createHash('sha256')
      const files = Object.keys(bundle).sort()
      for (const name of files) {
        const file = bundle[name]
        hash.update(name).update(file.type === 'chunk' ? file.code : file.source)
      }
      const paths = ['./', './icon.svg', ...files.filter((name) => name !== 'index.html').map((name) => `./${name}`)]
      const source = serviceWorker(`manyview-${hash.digest('hex').slice(0, 16)}`, paths)
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

function serviceWorker(name: string, paths: readonly string[]): string {
  return `const name = ${JSON.stringify(name)}
const paths = ${JSON.stringify(paths)}
addEventListener('install', (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(paths)).then(() => skipWaiting()))
})
addEventListener('activate', (event) => {
  const old = (keys) => keys.filter((key) => key.startsWith('manyview-') && key !== name)
  event.waitUntil(caches.keys().then((keys) => Promise.all(old(keys).map((key) => caches.delete(key)))).then(() => clients.claim()))
})
// Threads share memory only in a page that is isolated, which a host says by these headers.
const isolated = (answer) => {
  if (answer.status === 0 || answer.type === 'opaque') return answer
  const headers = new Headers(answer.headers)
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp')
  const { status, statusText } = answer
  return new Response(answer.body, { status, statusText, headers })
}
addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return
  // The page itself from the network while there is one, so that a new version is seen; the rest never changes under its name.
  const answer =
    request.mode === 'navigate'
      ? fetch(request).catch(() => caches.match('./'))
      : caches.match(request).then((kept) => kept ?? fetch(request))
  event.respondWith(answer.then(isolated))
})
`
}
