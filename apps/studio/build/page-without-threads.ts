import type { Plugin } from 'vite'

/**
 * Leaves the start of threads out of the page's own script: only its worker clusters. The build would otherwise take the threads' program for
 * unused, because the page never calls it, and leave it out for the worker, too.
 */
export function pageWithoutThreads(): Plugin {
  return {
    name: 'page-without-threads',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('/threads/start-worker.ts')
        ? "export function startWorker() { throw new Error('threads are started by the worker') }"
        : undefined,
  }
}
