import type { Canvas } from '../figures/draw.ts'

/** What figures of the report are drawn on, so many pixels wide. */
export type Paper = (width: number) => Canvas
