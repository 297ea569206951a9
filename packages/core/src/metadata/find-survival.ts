import { InputError } from '../input-error.ts'
import { isMissing, type MetadataValue, numberOf } from './column.ts'

/** The two columns that say how long each sample was watched and whether the event came then. */
export interface SurvivalColumns {
  time: string
  event: string
}

/** What the two columns are called together. */
export function survivalName({ time, event }: SurvivalColumns): string {
  return `${time}, ${event}`
}

/** Times, and 1 where the event came, 0 where the sample was last seen; NaN in both where one of them is missing. */
export interface SurvivalData {
  times: Float64Array
  events: Float64Array
}

const TIMES =
  /^(time|survival|survivaltime|survtime|survivaldays|survivalmonths|survivalyears|overallsurvival|(overall)?survival(indays|inmonths|inyears)|overallsurvival(days|months|years)|os(time|days|months|years)|timetoevent|timetodeath|futime|followup|followuptime|(pfs|dfs|rfs|dss|efs|pfi)(time|days|months|years))$/
const EVENTS =
  /^(event|events|death|dead|died|deceased|status|survivalstatus|vitalstatus|overallsurvivalstatus|fustat|os|(os|pfs|dfs|rfs|dss|efs|pfi)(event|status)|pfs|dfs|rfs|dss|efs|pfi)$/
const KINDS = /^(os|pfs|dfs|rfs|dss|efs|pfi)/
const YES = /^(1|1\.0|true|yes|y|dead|deceased|died|death|event|1:.*)$/
const NO = /^(0|0\.0|false|no|n|alive|living|censored|0:.*)$/

/** The first columns with the usual names of a time and of an event that it goes with, whose values are times and events; null where there are none. */
export function findSurvival(metadata: Readonly<Record<string, readonly MetadataValue[]>>): SurvivalColumns | null {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const kindOf = (name: string) => KINDS.exec(plain(name))?.[0] ?? 'any'
  const names = Object.keys(metadata)
  const events = names.filter((name) => EVENTS.test(plain(name)) && eventsOf(metadata[name]) !== null)
  for (const time of names.filter((name) => TIMES.test(plain(name)))) {
    const filled = metadata[time].filter((value) => !isMissing(value))
    if (filled.length === 0 || filled.some((value) => numberOf(value) === undefined)) continue
    const event = events.find((name) => kindOf(name) === kindOf(time)) ?? events.find((name) => kindOf(name) === 'any')
    if (event !== undefined && event !== time) return { time, event }
  }
  return null
}

/** Reads the two columns; what is no time or no event, and a time below 0, is an InputError. O(n). */
export function readSurvival(
  metadata: Readonly<Record<string, readonly MetadataValue[]>>,
  { time, event }: SurvivalColumns,
): SurvivalData {
  const column = (name: string) => {
    if (Object.hasOwn(metadata, name)) return metadata[name]
    const names = Object.keys(metadata).slice(0, 20).join(', ')
    throw fail('survival', `there is no column "${name}", name two of ${names}`)
  }
  const [times, events] = [column(time), column(event)]
  const died = eventsOf(events)
  if (!died) {
    const examples = [...new Set(events.filter((value) => !isMissing(value)).map(String))].slice(0, 4).join(', ')
    throw fail(
      `metadata "${event}"`,
      `says no event (${examples || 'all are missing'}), give 1 for an event and 0 for none`,
    )
  }
  const lived = times.map((value, sample) => {
    if (isMissing(value)) return Number.NaN
    const number = numberOf(value)
    if (number === undefined || number === Infinity)
      throw fail(`metadata "${time}"`, `is no time in sample ${sample} (${String(value)}), give numbers`)
    if (number < 0)
      throw fail(`metadata "${time}"`, `has a time below 0 (${number} in sample ${sample}), give times of 0 or more`)
    return number
  })
  const isComplete = (i: number) => !Number.isNaN(lived[i]) && !Number.isNaN(died[i])
  return {
    times: Float64Array.from(lived, (value, i) => (isComplete(i) ? value : Number.NaN)),
    events: died.map((value, i) => (isComplete(i) ? value : Number.NaN)),
  }
}

/** 1 for an event, 0 for none, NaN where it is missing: by the usual words, 0 and 1, or 1 and 2 as R's survival has it; null where that is not what the values are. */
function eventsOf(values: readonly MetadataValue[]): Float64Array | null {
  const texts = values.map((value) => (isMissing(value) ? null : String(value).trim().toLowerCase()))
  const distinct = new Set(texts.filter((text) => text !== null))
  const coded = distinct.size === 2 && distinct.has('1') && distinct.has('2')
  const read = (text: string | null) => {
    if (text === null) return Number.NaN
    if (coded) return Number(text) - 1
    return YES.test(text) ? 1 : NO.test(text) ? 0 : undefined
  }
  const events = texts.map(read)
  return distinct.size > 0 && events.every((event) => event !== undefined) ? Float64Array.from(events) : null
}

function fail(argument: string, message: string): InputError {
  return new InputError(message, { code: 'metadata', argument })
}
