import { message } from '../state/session.ts'

/** What there is to tell, until it is put away. */
export function Messages() {
  const shown = message.value
  return (
    <div class="messages" role={shown?.kind === 'problem' ? 'alert' : 'status'}>
      {shown && (
        <div class={`message ${shown.kind}`}>
          <p>
            {shown.text} {shown.advice && <span class="advice">{shown.advice}</span>}
          </p>
          <button
            type="button"
            class="quiet small"
            aria-label="Put this message away"
            onClick={() => {
              message.value = null
            }}
          >
            ✕
          </button>
        </div>
      )}
    </div>
  )
}
