import { byteSize } from '@manyview/core/words'
import { type ClusteringRecord, type StoredClustering, sha256 } from '@manyview/formats'
import type { Canvas } from '../figures/draw.ts'
import { pageTheme } from '../figures/theme.ts'
import { colourCount, mapData } from '../map/map-data.ts'
import { choiceSection } from './choice-section.ts'
import { clustersSection } from './clusters-section.ts'
import { headerSection, titleOf } from './header-section.ts'
import { Html, html, inlineJson } from './html.ts'
import { mapSection } from './map-section.ts'
import { metadataSection } from './metadata-section.ts'
import { oddSection } from './odd-section.ts'
import type { PageData } from './page/page-data.ts'
import { pageScript } from './page-script.ts'
import { pageStyle } from './page-style.ts'
import type { Paper } from './paper.ts'
import { reportMark } from './report-mark.ts'
import { runSection } from './run-section.ts'
import type { Previews, Sheet } from './sample.ts'
import { scoresSection } from './scores-section.ts'
import { treeSection } from './tree-section.ts'
import { viewsSection } from './views-section.ts'

/** Where the page says its own size; nothing that comes from the data can hold it. */
const sizePlace = '<!--size-->'

export interface ReportOptions {
  /** How long the clustering took; it is not in the record. */
  seconds?: number | null
  /** Small images of all samples. */
  sheet?: Sheet | null
  /** Texts and pictures of some samples. */
  previews?: Previews | null
  /** What the studio opens again from the page: a clustering, zipped, in base 64. */
  studio?: string | null
}

/**
 * The report of a clustering: one page that needs no network and no other file; its figures are drawn with `document`. Everything that came from the data is shown as text, and the page
 * allows only its own style and script, by their hashes. About 25 bytes per sample, 10 per sample and view, and the ids; a preview of a text takes 160, one of a picture 2 KB.
 */
export async function renderReport(
  stored: StoredClustering,
  document: Canvas['document'],
  options: ReportOptions = {},
): Promise<string> {
  const { seconds = null, sheet = null, previews = null, studio = null } = options
  const { record, explanation } = stored
  const paper: Paper = (width) => ({ theme: pageTheme, width, document })
  const style = pageStyle(colourCount(record))
  const sections = [
    headerSection(stored, seconds),
    mapSection(stored, sheet, previews),
    await treeSection(stored, paper),
    await choiceSection(stored, paper),
    await viewsSection(stored, paper),
    await scoresSection(stored, paper),
    await metadataSection(stored, paper),
    await clustersSection({ stored, sheet, previews }, paper),
    await oddSection({ stored, previews }, paper),
    await runSection(stored, seconds, paper),
  ]
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    'img-src data:',
    `style-src '${hash(style)}'`,
    `script-src '${hash(pageScript)}'`,
  ].join('; ')
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${new Html(reportMark)}
<title>${titleOf(record)} · Manyview</title>
<style>${new Html(style)}</style>
</head>
<body>
${sheet && sheetElement(sheet)}
<main>
${sections}
<p class="note">This report is one file and needs no other: ${new Html(sizePlace)}.</p>
</main>
${explanation && html`<script type="application/json" id="data">${inlineJson(pageData(record, sheet, previews))}</script>`}
${
  studio &&
  html`<script type="application/gzip" id="studio">${studio}</script>
`
}<script>${new Html(pageScript)}</script>
</body>
</html>
`
  return page.text.replace(sizePlace, byteSize(new TextEncoder().encode(page.text).length))
}

function pageData(record: ClusteringRecord, sheet: Sheet | null, previews: Previews | null): PageData {
  return {
    ...mapData(record),
    viewMaps: record.explanation!.viewMaps?.map(({ map }) => map) ?? null,
    views: record.explanation!.views?.map((pull, v) => ({ name: record.views[v].name, ...pull })) ?? null,
    // The slider shows nested cuts, which need no embedding.
    tree: record.tree ? { ...record.tree, embedding: undefined } : null,
    thumbnails: sheet && { size: sheet.size, columns: sheet.columns },
    previews: previews && [...previews].map(([sample, { text, picture }]) => [sample, text, picture]),
  }
}

/** The sheet of images, once; every image of a sample is a window on it. */
function sheetElement({ width, height, address }: Sheet): Html {
  return html`<svg class="sheet" width="0" height="0" aria-hidden="true"><defs><image id="sheet" width="${width}" height="${height}" href="${address}"/></defs></svg>`
}

function hash(text: string): string {
  return `sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))}`
}
