/** What messages and notes say of flags of the command, and what the page has in their place. */
const replacements: readonly [RegExp, string][] = [
  [/outliers "auto" \(--outliers auto\) sets/g, 'Set outliers aside, under Cluster and More, sets'],
  [/ or leave them out with --skip-broken/g, ''],
  [/; --samples (rows|columns) takes its (rows|columns)/g, '; if the $2 are the samples, change it under Check'],
  [/, add --samples columns/g, ', say so under Check'],
  [/; --views \S+ takes its numbers as a view/g, '; it can be made a view under Check'],
  [/, --labels "[^"]*" leaves it out/g, ', take it out of the file first'],
  [/, --labels folder scores against them/g, ' and can be chosen as true classes'],
  [/ or name their column with --id/g, ''],
  [/ or (use )?--device cpu$/g, ', or switch Graphics card off under More'],
  [/; a weight of 0 leaves it out/g, ''],
  [/outliers "auto" sets/g, 'Set outliers aside sets'],
]

/** A message of the library in the words of the page: nothing on it is called by a flag of the command. */
export function pageWords(text: string): string {
  const replaced = replacements.reduce((words, [flag, instead]) => words.replace(flag, instead), text)
  // A clause about a flag that the page has nothing for goes.
  return replaced.replace(/[,;:(]?[^,;:()]*(?<![\w-])--[a-z][\w-]*[^,;()]*\)?/g, '')
}
