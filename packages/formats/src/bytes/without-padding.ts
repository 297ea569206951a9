/** The text without the characters of `padding` at its end. Linear, where a regular expression for it takes the square of the length. */
export function withoutPadding(text: string, padding = '\0'): string {
  let end = text.length
  while (end > 0 && padding.includes(text[end - 1])) end--
  return text.slice(0, end)
}
