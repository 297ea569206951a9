import { forget } from '../state/remember.ts'
import { data, job, runs, shownRun } from '../state/session.ts'
import { nextTheme, type Theme, theme } from '../state/theme.ts'
import { FoldLine } from './fold-line.tsx'
import { Help } from './help.tsx'

const looks: Record<Theme, string> = { auto: 'System colours', light: 'Light', dark: 'Dark' }

/** Name, promise, and the way to forget. */
export function Header() {
  const run = shownRun.value
  const hasData = data.value !== null || runs.value.length > 0
  return (
    <header class={run ? 'top working' : 'top'}>
      <span class="brand">
        <Mark />
        <span>
          Manyview <b>Studio</b>
        </span>
      </span>
      {run ? (
        <FoldLine run={run} />
      ) : (
        <span class="promise">Everything is computed in this page. Nothing leaves your machine.</span>
      )}
      <Help />
      <button
        type="button"
        class="quiet small"
        title="Light, dark, or as the machine is set"
        aria-label={`Look of the page: ${looks[theme.value]}`}
        onClick={nextTheme}
      >
        {looks[theme.value]}
      </button>
      {hasData && (
        <button
          type="button"
          class="quiet small"
          disabled={job.value !== null}
          title="Remove the data and all runs from this browser"
          onClick={() => {
            if (confirm('Remove the data and all runs from this browser?')) void forget()
          }}
        >
          Forget everything
        </button>
      )}
    </header>
  )
}

function Mark() {
  return (
    <svg
      class="mark"
      viewBox="0 0 32 32"
      width="24"
      height="24"
      aria-hidden="true"
      fill="none"
      stroke="var(--accent)"
      stroke-width="2.5"
    >
      <circle cx="12" cy="13" r="7.5" />
      <circle cx="20" cy="13" r="7.5" />
      <circle cx="16" cy="20" r="7.5" />
    </svg>
  )
}
