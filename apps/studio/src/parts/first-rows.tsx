import { readable } from '@manyview/core/words'
import { useState } from 'preact/hooks'
import { solver } from '../state/solver-link.ts'
import { useAnswer } from '../state/use-answer.ts'
import { Scroller } from './scroller.tsx'

/** The beginning of a view, as it was read: ten samples and a few features. */
export function FirstRows({ view, of }: { view: string; of: unknown }) {
  const [open, setOpen] = useState(false)
  const found = useAnswer(open ? () => solver().firstRows(view) : null, [view, of, open])
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>First rows of {view}</summary>
      {found && (
        <Scroller label={`First rows of ${view}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Sample</th>
                {found.features.map((name) => (
                  <th key={name} scope="col" class="right">
                    {name}
                  </th>
                ))}
                {found.more > 0 && <th scope="col">and {found.more} more</th>}
              </tr>
            </thead>
            <tbody>
              {found.rows.map(({ id, values }) => (
                <tr key={id}>
                  <th scope="row">{id}</th>
                  {values.map((value, c) => (
                    <td key={found.features[c]} class="right">
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
