import { readable } from '@manyview/core/words'
import { useState } from 'preact/hooks'
import { solver } from '../state/solver-link.ts'
import { useAnswer } from '../state/use-answer.ts'
import { Scroller } from './scroller.tsx'

/** The beginning of a view, as it was read: ten samples and a few features. */
export function FirstRows({ view, of }: { view: string; of: unknown }) {
  const [open, setOpen] = useState(false)
  const rows = useAnswer(open ? () => solver().firstRows(view) : null, [view, of, open])
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>First rows of {view}</summary>
      {rows && (
        <Scroller label={`First rows of ${view}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Sample</th>
                {rows.features.map((name) => (
                  <th key={name} scope="col" class="right">
                    {name}
                  </th>
                ))}
                {rows.more > 0 && <th scope="col">and {rows.more} more</th>}
              </tr>
            </thead>
            <tbody>
              {rows.rows.map(({ id, values }) => (
                <tr key={id}>
                  <th scope="row">{id}</th>
                  {values.map((value, c) => (
                    <td key={rows.features[c]} class="right">
                      {Number.isNaN(value) ? 'missing' : readable(value)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </details>
  )
}
