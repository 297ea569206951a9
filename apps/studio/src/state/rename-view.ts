import { readAgain } from './open-data.ts'
import { data, message, settings } from './session.ts'

/** Calls a view of the open data by another name; '' gives it back the one of its file. False, with a message, where another view is called so. */
export function renameView(name: string, given: string): boolean {
  const open = data.value
  if (!open) return true
  const { viewNames = {}, kinds = {} } = open.reading
  const found = viewNames[name] ?? name
  const wanted = given || found
  if (wanted === name) return true
  if (open.understood.views.some((view) => view.name === wanted)) {
    message.value = { kind: 'problem', text: `A view is called "${wanted}" already.`, advice: 'Choose another name.' }
    return false
  }
  const { [name]: _, ...others } = viewNames
  const called = (view: string) => (view === name ? wanted : view)
  settings.value = { ...settings.value, off: settings.value.off.map(called) }
  void readAgain({
    ...open.reading,
    viewNames: wanted === found ? others : { ...others, [wanted]: found },
    kinds: Object.fromEntries(Object.entries(kinds).map(([view, kind]) => [called(view), kind])),
  })
  return true
}
