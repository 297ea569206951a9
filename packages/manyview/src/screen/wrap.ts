/** The text in lines of at most `width` characters, `indent` spaces before every line but the first. Breaks at spaces only, and never between a number and %. */
export function wrap(text: string, width: number, indent = 0): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/ (?!%)/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`)
}
