/** What a part of a figure that can be clicked is called, as the `ariaLabel` of a mark: the page finds it by that, and the number says what it stands for. */
export function handle(number: number): string {
  return `handle ${number}`
}

/** The parts of a drawn figure that can be clicked, with their numbers. */
export function handlesOf(figure: ParentNode): { part: Element; number: number }[] {
  return [...figure.querySelectorAll('[data-mark^="handle "]')].map((part) => ({
    part,
    number: Number(part.getAttribute('data-mark')!.slice('handle '.length)),
  }))
}
