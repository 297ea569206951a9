import type { Plugin } from 'vite'

/** What the page may load: its own files, WebAssembly, and pictures that it drew itself. The server of `manyview studio` sends the same as a header. */
export const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Writes the content security policy into the built page, for hosts that send no header. */
export function strictPolicy(): Plugin {
  return {
    name: 'strict-policy',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
    ],
  }
}
