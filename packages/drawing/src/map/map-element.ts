import type { ClusteringRecord } from '@manyview/formats'
import { type DrawnMap, drawMap } from './draw-map.ts'

/** `<manyview-map src="clustering.json" colour-by="cluster" theme="dark">`: the map of a clustering. What it shows can be read and set before and after it is drawn. */
export interface MapElement extends HTMLElement {
  /** The clustering itself, in place of `src`. */
  clustering: string | ClusteringRecord | null
  /** The map, once it is drawn: selection, names, colours and the rest. Events of the element say when: `load`, `error`. */
  readonly map: DrawnMap | null
}

declare global {
  interface HTMLElementTagNameMap {
    'manyview-map': MapElement
  }
}

/** Makes `<manyview-map>` known to the page. Its events: `load`; `error` with `detail.message`; `select` with `detail.ids`; `point` with `detail.id`. */
export function defineMapElement(name = 'manyview-map'): void {
  if (customElements.get(name)) return
  customElements.define(
    name,
    class extends HTMLElement implements MapElement {
      static observedAttributes = ['src', 'colour-by', 'theme']
      map: DrawnMap | null = null
      private held: string | ClusteringRecord | null = null
      /** What is loaded now; an answer to an earlier question is not drawn. */
      private asked = 0

      get clustering() {
        return this.held
      }

      set clustering(clustering) {
        this.held = clustering
        this.asked++
        if (this.isConnected) this.show(clustering)
      }

      connectedCallback(): void {
        if (this.held) this.show(this.held)
        else void this.load()
      }

      disconnectedCallback(): void {
        this.asked++
        this.map?.end()
        this.map = null
      }

      attributeChangedCallback(attribute: string): void {
        if (!this.isConnected) return
        if (attribute === 'src') void this.load()
        else this.adopt()
      }

      private async load(): Promise<void> {
        const src = this.getAttribute('src')
        if (src === null) return
        const question = ++this.asked
        try {
          const answer = await fetch(src)
          if (!answer.ok) throw new Error(`${src}: cannot be loaded (${answer.status})`)
          const text = await answer.text()
          if (question === this.asked) this.show(text)
        } catch (error) {
          if (question === this.asked) this.fail(error)
        }
      }

      private show(clustering: string | ClusteringRecord | null): void {
        this.map?.end()
        this.map = null
        if (clustering === null) return
        try {
          this.map = drawMap(this, clustering, {
            onSelect: (ids) => this.say('select', { ids }),
            onPoint: (id) => this.say('point', { id }),
          })
          this.adopt()
          this.say('load', {})
        } catch (error) {
          this.fail(error)
        }
      }

      /** Takes over what the attributes say. */
      private adopt(): void {
        if (!this.map) return
        const [by, theme] = [this.getAttribute('colour-by'), this.getAttribute('theme')]
        this.map.theme = theme === 'light' || theme === 'dark' ? theme : null
        if (by !== null) this.map.colourBy = by
      }

      private fail(error: unknown): void {
        const message = error instanceof Error ? error.message : String(error)
        this.map?.end()
        this.map = null
        const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
        const words = document.createElement('p')
        words.setAttribute('role', 'alert')
        words.textContent = message
        root.replaceChildren(words)
        this.say('error', { message })
      }

      private say(event: string, detail: object): void {
        this.dispatchEvent(new CustomEvent(event, { detail }))
      }
    },
  )
}
