import type { MapData } from './map-data.ts'

/** `cluster 3, high age` */
export function clusterTitle({ names, clusters }: Pick<MapData, 'names' | 'clusters'>, cluster: number): string {
  const name = names && names.length === clusters ? names[cluster] : ''
  return `cluster ${cluster}${name ? `, ${name}` : ''}`
}
