import { InputError } from '@manyview/core'
import { type AssociateOptions, type ColumnKind, columnKinds } from '@manyview/core/metadata'
import type { Command } from 'commander'
import { namedValue, nameList } from './flag-values.ts'

/** What is said about metadata, by flags or settings. */
export interface MetadataSettings {
  metadata?: string[]
  survival?: string
  metadataKind?: Record<string, string>
}

/** Adds the flags of metadata. */
export function addMetadataFlags(command: Command): Command {
  return command
    .option(
      '--metadata <file>',
      'what else is known of the samples, joined by id: tested against the clusters, never clustered; can be repeated',
      (file: string, before: string[] = []) => [...before, file],
    )
    .option(
      '--survival <time,event>',
      'columns of metadata with times and events, if not found by name; "none" for no survival',
    )
    .option(
      '--metadata-kind <column=kind>',
      `kind of a column of metadata: ${columnKinds.join(', ')}`,
      namedValue('--metadata-kind'),
    )
}

/** The same for `associate`, checked. */
export function associateOptions({ survival, metadataKind = {} }: MetadataSettings): AssociateOptions {
  const fail = (argument: string, message: string): never => {
    throw new InputError(message, { code: 'bad-option', argument })
  }
  for (const [column, kind] of Object.entries(metadataKind))
    if (!(columnKinds as readonly string[]).includes(kind))
      fail('--metadata-kind', `${column} is "${kind}", give ${columnKinds.join(' or ')}`)
  const names = survival === undefined ? [] : nameList(survival)
  if (survival !== undefined && survival !== 'none' && names.length !== 2)
    fail('--survival', `is "${survival}", give two columns, for example --survival days,death`)
  return {
    kinds: metadataKind as Record<string, ColumnKind>,
    ...(survival === undefined ? {} : { survival: names.length === 2 ? { time: names[0], event: names[1] } : null }),
  }
}
