/** English words that join others and say nothing of a subject. Names in other languages go by how telling a word is alone. */
const JOINING = new Set(
  `a about after again all also although always am among an and another any are as at be because been before being between both but by can cannot could did do does down
   during each either enough even ever every few for from had has have he her here him his how however i if in into is it its itself just less many may me might more most
   much must my neither never no nor not now of off often on once only or other others our out over own per perhaps quite rather s same she should since so some still such
   t than that the their them then there these they this those though through thus to too under until up upon us very was we were what when where whether which while who
   whom whose why will with within without would yet you your`.split(/\s+/),
)

/** True where a word, or one of a pair of words, only joins others. */
export function isFunctionWord(name: string): boolean {
  return name
    .toLowerCase()
    .split(/\s+/)
    .some((word) => JOINING.has(word))
}
