/** The text of bench/results/biology.md: scores against types, and p-values of survival. */
export function page(labelled: readonly string[], survival: readonly string[], seeds: number): string {
  return `# Cells and patients

\`npm run bench meaning\` writes this page. Samples are shuffled, no method sees a label or a time, and no option is set: views are taken as they are recognised
([kinds of views](../../docs/kinds-of-views.md)). Numbers are in percent, the mean over ${seeds} seeds. Recall is averaged over the classes, so that a rare type counts as much as a common one.

## Types and subtypes

PBMC and in-house cells have genes and proteins of each cell (CITE-seq); their types have 36 to 2,464 and 7 to 571 cells. BRCA has mRNA, miRNA and protein of 150 patients with three subtypes.
SNF keeps n×n numbers per view and was not run on the larger file.

| data | samples | clusters | method | ACC | NMI | ARI | recall |
|---|---:|---:|---|---:|---:|---:|---:|
${labelled.join('\n')}

## Survival

KIRC has 124 patients with kidney cancer, of whom 34 died; its three views are principal scores of expression, methylation and miRNA. Each cell is the p-value of the log-rank test between clusters, not adjusted, with the
sizes of the clusters. With 34 deaths the test has little power, and p goes up and down with the number of clusters: a single p under 0.05 among so many is no finding.

| method | k = 2 | k = 3 | k = 4 | k = 5 | k = 6 |
|---|---:|---:|---:|---:|---:|
${survival.join('\n')}

PINSPlus is not in this table: Debian has no package of it, and we run only what anybody can install with it.
`
}
