import type { FeatureRecord } from './clustering-record.ts'

/** What a feature is called: its name, or its number from 0. */
export function featureName({ feature, name }: FeatureRecord): string {
  return name ?? `feature ${feature}`
}
