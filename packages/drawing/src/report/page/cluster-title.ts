import type { PageData } from './page-data.ts'

/** `cluster 3, high age` */
export function clusterTitle({ names, clusters }: PageData, cluster: number): string {
  const name = names && names.length === clusters ? names[cluster] : ''
  return `cluster ${cluster}${name ? `, ${name}` : ''}`
}
