/** The text without control characters: names come from files, and a file must not be able to steer the terminal. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd')
}
