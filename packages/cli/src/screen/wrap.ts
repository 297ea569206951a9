/** The text in lines of at most `width` characters; every line after the first is indented by `indent` spaces. Breaks at spaces only. */
export function wrap(text: string, width: number, indent = 0): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const room = lines.length === 0 ? width : width - indent
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`)
}
