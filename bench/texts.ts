// Times how fast texts become views and are clustered, and in how much memory.
// npm run bench texts
import { cluster, score } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import { byteSize, duration, grouped } from '@manyview/core/words'
import { viewsOfThings } from '@manyview/formats/things'

const samples = Number(process.argv[2] ?? 100_000)
const topics = 20
const random = new Random(1)

/** Words of a language of 20,000 words of which a few are frequent; half of each text is from a list of its topic. */
const words = Array.from({ length: 20_000 }, () =>
  Array.from({ length: 2 + Math.floor(7 * random.uniform()) }, () =>
    String.fromCharCode(97 + Math.floor(26 * random.uniform())),
  ).join(''),
)
const frequent = () => words[Math.floor(words.length ** random.uniform()) - 1] ?? words[0]
const texts = Array.from({ length: samples }, (_, i) =>
  Array.from({ length: 8 + Math.floor(16 * random.uniform()) }, () =>
    random.uniform() < 0.5 ? words[200 + 50 * (i % topics) + Math.floor(50 * random.uniform())] : frequent(),
  ).join(' '),
)

const [begin, processorStart] = [performance.now(), process.cpuUsage()]
const [{ views }] = await viewsOfThings([{ kind: 'texts', name: 'text', source: 'made up', texts }])
const seconds = (performance.now() - begin) / 1000
const cpu = process.cpuUsage(processorStart)
const busy = (cpu.user + cpu.system) / 1e6
const entries = views.map(
  ({ name, view }) => `${name} ${grouped((view as { values: ArrayLike<number> }).values.length)}`,
)
console.log(
  `${grouped(samples)} texts, ${duration(seconds)}, ${grouped(Math.round(samples / seconds))} per second, ${grouped(Math.round(samples / busy))} per second of processor time; entries: ${entries.join(', ')}`,
)
console.log(`memory at the most so far: ${byteSize(1024 * process.resourceUsage().maxRSS)}`)
const record = Object.fromEntries(views.map(({ name, view }) => [name, view]))
const { labels, seconds: fitted } = await cluster(record, { clusters: topics, runtime: { threads: 1 } })
const { nmi } = score(
  Array.from(labels, (_, i) => i % topics),
  labels,
)
console.log(`clustered in ${duration(fitted)}, NMI ${(100 * nmi).toFixed(1)} against the topics`)
console.log(`memory at the most: ${byteSize(1024 * process.resourceUsage().maxRSS)}`)
