import type { Signal } from '@preact/signals'
import { type Message, message, storageMessage } from '../state/session.ts'

/** What there is to tell, until it is put away. */
export function Messages() {
  return (
    <>
      <MessageBar source={message} />
      <MessageBar source={storageMessage} />
    </>
  )
}

function MessageBar({ source }: { source: Signal<Message | null> }) {
  const shown = source.value
  return (
    <div class="messages" role={shown?.kind === 'problem' ? 'alert' : 'status'}>
      {shown && (
        <div class={`message ${shown.kind}`}>
          <p>
            {shown.text} {shown.advice && <span class="advice">{shown.advice}</span>}
          </p>
          {shown.action && (
            <button type="button" class="small" onClick={shown.action.run}>
              {shown.action.text}
            </button>
          )}
          <button
            type="button"
            class="quiet small"
            aria-label="Put this message away"
            onClick={() => {
              source.value = null
            }}
          >
            ✕
          </button>
        </div>
      )}
    </div>
  )
}
