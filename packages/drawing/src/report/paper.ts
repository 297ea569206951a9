import type { Canvas } from '../figures/draw.ts'

/** Makes what figures of the report are drawn on, `width` pixels wide. */
export type Paper = (width: number) => Canvas
