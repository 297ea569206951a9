/** By kind of the parts of a fit. */
const partWords: Readonly<Record<string, string>> = {
  views: 'Comparing the samples in each view',
  links: 'Finding neighbours',
  choice: 'Choosing the number of clusters',
  members: 'Clustering many times',
  agreement: 'Agreeing on the clusters',
}

const stageWords: Readonly<Record<string, string>> = {
  order: 'Looking at the samples',
  views: partWords.views,
  neighbours: partWords.links,
  'singular vectors': 'Embedding the samples',
  eigenvectors: 'Embedding the samples',
  filter: 'Embedding the samples',
  'choosing k': partWords.choice,
  members: partWords.members,
  stability: partWords.members,
  consensus: partWords.agreement,
  features: 'Finding what sets the clusters apart',
  map: 'Drawing the map',
}

/** A stage and, where the parts of the work are known, which of them it belongs to. */
interface StageOfWork {
  stage: string
  work?: { parts: readonly { kind: string }[]; at: number }
}

/** What is being done, in words that people know: of a fit whose parts are known its part, else the stage. */
export function progressWords({ stage, work }: StageOfWork): string {
  const words = (work && partWords[work.parts[work.at].kind]) ?? stageWords[stage] ?? stage
  return words.charAt(0).toUpperCase() + words.slice(1)
}
