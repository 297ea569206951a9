/** Addresses of the web in a text. */
const address = /https?:\/\/[^\s<>"')\]]+/g

/** A text, whole, in which addresses of the web are links. */
export function ValueText({ text }: { text: string }) {
  const links = [...text.matchAll(address)]
  if (links.length === 0) return <>{text}</>
  let end = 0
  const parts = links.flatMap(([link], i) => {
    const start = links[i].index
    const before = text.slice(end, start)
    end = start + link.length
    return [
      before,
      <a key={start} href={link} target="_blank" rel="noreferrer">
        {link}
      </a>,
    ]
  })
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
