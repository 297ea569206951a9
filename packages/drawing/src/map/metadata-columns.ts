import { dateText, readable } from '@manyview/core/words'
import { valueScale } from '../colour/scales.ts'
import { coloursByCode, coloursByValue, dimInto } from './dot-colours.ts'
import type { MapData } from './map-data.ts'
import { unpack } from './unpack.ts'

/** Columns that are named in the box beside a dot. */
const mostColumns = 8

/** The columns of metadata as colours and as words. */
export function metadataColumns({ metadata, colours: palettes }: Pick<MapData, 'metadata' | 'colours'>) {
  const columns = metadata.map((column) => {
    const entries = unpack(column.kind === 'category' ? column.codes : column.values)
    const isKnown = (sample: number) =>
      column.kind === 'category' ? entries[sample] < column.levels.length : !Number.isNaN(entries[sample])
    const text = (sample: number) => {
      if (column.kind === 'category') return column.levels[entries[sample]]
      return column.kind === 'date' ? dateText(entries[sample]) : readable(entries[sample])
    }
    return { name: column.name, kind: column.kind, entries, isKnown, text }
  })
  return {
    /** Colours of all samples by the column at that place; samples without a value are dim. */
    colours(place: number, dark: boolean): Uint8Array {
      const { kind, entries, isKnown } = columns[place]
      const palette = dark ? palettes.dark : palettes.light
      const scale = dark ? valueScale.dark : valueScale.light
      let [low, high] = [Infinity, -Infinity]
      entries.forEach((value, sample) => {
        if (isKnown(sample)) [low, high] = [Math.min(low, value), Math.max(high, value)]
      })
      const shown = entries.map((value, sample) => (isKnown(sample) ? value : Math.max(low, 0)))
      const colours = kind === 'category' ? coloursByCode(shown, palette) : coloursByValue(shown, [low, high], scale)
      dimInto(colours, isKnown)
      return colours
    },
    /** What is known of a sample: `age 61`, one line per column. */
    text(sample: number): string {
      const lines = columns.flatMap(({ name, isKnown, text }) => (isKnown(sample) ? [`${name} ${text(sample)}`] : []))
      return (lines.length > mostColumns ? [...lines.slice(0, mostColumns), '…'] : lines).join('\n')
    },
  }
}
