import { counted } from '@manyview/core/words'
import { isDocumentName, isPictureName } from '@manyview/formats'
import { readAgain } from '../state/open-data.ts'
import { change, data, job, type OpenData, settings } from '../state/session.ts'
import type { FileRole, Reading } from '../worker/understood.ts'

/** Columns that are listed; tables of thousands would bury the rest of the page. */
const mostColumns = 100

/** Files that are listed; a folder of pictures has too many. */
const mostFiles = 12

const fileRoles: [FileRole, string][] = [
  ['views', 'views'],
  ['metadata', 'metadata'],
  ['ignored', 'left out'],
]

/** What each file is taken for; a file of metadata describes the samples and is not clustered. */
export function FileRoles({ open }: { open: OpenData }) {
  const { roles } = open.understood
  // A picture or a document is a sample, not a source of its own.
  const sources = open.files.filter(({ name }) => !isPictureName(name) && !isDocumentName(name))
  if (sources.length < 2 || sources.length > mostFiles) return null
  const set = (name: string, role: FileRole) => {
    const stem = name.replace(/(\.[^.]+)(\.gz)?$/, '')
    const views = open.understood.views.map((view) => view.name).filter((view) => view !== stem)
    void readAgain({
      ...open.reading,
      roles: { ...roles, [name]: role },
      views: role === 'views' ? [...views, stem] : views,
    })
  }
  return (
    <ul class="views roles">
      {sources.map(({ name }) => (
        <RoleItem key={name} name={name} role={roles[name]} roles={fileRoles} set={(role) => set(name, role)} />
      ))}
    </ul>
  )
}

type ColumnRole = 'metadata' | 'classes' | 'view' | 'text' | 'picture' | 'ignored'

const columnRoles: [ColumnRole, string][] = [
  ['metadata', 'metadata'],
  ['classes', 'true classes'],
  ['view', 'view'],
  ['text', 'texts'],
  ['picture', 'pictures'],
  ['ignored', 'left out'],
]

/** The columns of words: what each is taken for, to be changed. */
export function ColumnRoles({ open }: { open: OpenData }) {
  const { label } = settings.value
  const roles = rolesNow(open)
  const set = (name: string, role: ColumnRole) => {
    if (role === 'classes') return change({ label: name })
    if (label === name) change({ label: null })
    if (role === roles.get(name)) return
    data.value = { ...open, changed: [...(open.changed ?? []), name] }
    void readAgain(withRole(open, name, role))
  }
  if (roles.size === 0) return null
  return (
    <details class="described">
      <summary>{counted(roles.size, 'column')} beside the views</summary>
      <p class="muted hint">Metadata describe the samples and are not clustered.</p>
      <ul class="views roles">
        {[...roles].slice(0, mostColumns).map(([name, role]) => (
          <RoleItem
            key={name}
            name={name}
            role={label === name ? 'classes' : role}
            roles={columnRoles}
            set={(next) => set(name, next)}
          />
        ))}
      </ul>
    </details>
  )
}

interface RoleItemProps<Role extends string> {
  name: string
  role: Role
  roles: readonly [Role, string][]
  set(role: Role): void
}

/** A file or column, and what it is taken for. */
function RoleItem<Role extends string>({ name, role, roles, set }: RoleItemProps<Role>) {
  return (
    <li>
      <span class="cut" title={name}>
        {name}
      </span>
      <select
        class="quiet"
        aria-label={`What ${name} is`}
        disabled={job.value !== null}
        value={role}
        onChange={(event) => set(event.currentTarget.value as Role)}
      >
        {roles.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </li>
  )
}

function rolesNow({ reading, understood, changed = [] }: OpenData): Map<string, ColumnRole> {
  const roles = new Map<string, ColumnRole>()
  for (const name of reading.categories ?? []) roles.set(name, 'view')
  for (const { name, kind } of understood.things) roles.set(name, kind === 'texts' ? 'text' : 'picture')
  for (const name of reading.ignored ?? []) roles.set(name, 'ignored')
  for (const { name } of understood.labels) if (!roles.has(name)) roles.set(name, 'metadata')
  for (const name of changed) if (!roles.has(name)) roles.set(name, 'ignored')
  return roles
}

/** How to read so that a column has another role. */
function withRole(open: OpenData, name: string, role: ColumnRole): Reading {
  const roles = rolesNow(open).set(name, role)
  const columnsOf = (wanted: ColumnRole) => [...roles].filter(([, each]) => each === wanted).map(([column]) => column)
  const list = (names: string[]) => (names.length > 0 ? names : undefined)
  const hasThings = columnsOf('text').length + columnsOf('picture').length + open.understood.things.length > 0
  return {
    ...open.reading,
    categories: list(columnsOf('view')),
    ignored: list(columnsOf('ignored')),
    ...(hasThings ? { texts: columnsOf('text'), pictures: columnsOf('picture') } : {}),
  }
}
