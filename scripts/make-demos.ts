// Makes the small articles and pictures that the studio's start screen offers: npx tsx scripts/make-demos.ts. All of it is our own: sentences from scripts/demos/sentences.ts, pictures drawn by scripts/demos/draw-scene.ts.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Random } from '@manyview/core/numerics'
import { csvText } from '@manyview/formats'
import { encodeJpeg } from '@manyview/formats/things'
import { zipSync } from 'fflate'
import { drawScene, type Scene, scenes } from './demos/draw-scene.ts'
import { subjects } from './demos/sentences.ts'

const target = (name: string) => fileURLToPath(new URL(`../apps/studio/src/demos/${name}`, import.meta.url))
const perKind = 24
const size = 96

const random = new Random(17)

/** With these before them the topics of a subject give enough titles for all of its articles. */
const openings = [
  'Notes on',
  'Questions about',
  'A reader writes about',
  'First steps with',
  'Once more:',
  'What we learned about',
]

const articles = Object.entries(subjects).flatMap(([kind, { topics, sentences }]) => {
  const titles = shuffled(openings.flatMap((opening) => topics.map((topic) => `${opening} ${topic}`)))
  return Array.from({ length: perKind }, (_, i) => {
    const body = shuffled(sentences).slice(0, 4 + random.below(3))
    return { title: titles[i], body: body.join(' '), kind }
  })
})
writeFileSync(
  target('articles.csv'),
  csvText([
    ['id', 'title', 'body', 'kind'],
    ...shuffled(articles).map(({ title, body, kind }, i) => [`note ${i + 1}`, title, body, kind]),
  ]),
)

const files: Record<string, Uint8Array> = {}
for (const scene of Object.keys(scenes) as Scene[])
  for (let i = 1; i <= perKind; i++)
    files[`pictures/${scene}/${scene} ${i}.jpg`] = await encodeJpeg(drawScene(scene, size, random), size, size)
// Dates are fixed, so that the same pictures give the same bytes.
writeFileSync(target('pictures.zip'), zipSync(files, { level: 0, mtime: new Date('2026-01-01T00:00:00') }))

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: random.uniform() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
