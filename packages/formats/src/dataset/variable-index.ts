import type { ListValue, StoredValue, Variable } from '../bytes/stored-value.ts'

/** A variable of a file, with the file it came from. `alone` marks a file that holds nothing else. */
export interface SourcedVariable extends Variable {
  source: string
  alone: boolean
}

const mostNames = 10_000

/** Opens structs, so that a field is addressed as `s.field`; lists stay whole. The order of the file is kept. */
export function flattenRecords(variables: SourcedVariable[]): SourcedVariable[] {
  const flat: SourcedVariable[] = []
  const visit = (variable: SourcedVariable) => {
    if (flat.length >= mostNames) return
    if (variable.value.type === 'record')
      for (const [field, value] of variable.value.fields)
        visit({ ...variable, name: `${variable.name}.${field}`, value })
    else flat.push(variable)
  }
  variables.forEach(visit)
  return flat
}

/** The variable with this name; `X{2}` means the second item of the list X. Undefined when there is none. */
export function findVariable(variables: SourcedVariable[], name: string): SourcedVariable | undefined {
  const whole = variables.find((variable) => variable.name === name)
  if (whole) return whole
  const item = /^(.+)\{(\d+)\}$/.exec(name)
  const list = item && findVariable(variables, item[1])
  const value = list?.value.type === 'list' ? list.value.items[Number(item![2]) - 1] : undefined
  return value && list ? { ...list, name, value } : undefined
}

/** The items of a list as variables `X{1}`, `X{2}`, …; lists within are opened too, down to four levels. */
export function listItems(variable: SourcedVariable & { value: ListValue }): SourcedVariable[] {
  const items: SourcedVariable[] = []
  const visit = (list: SourcedVariable & { value: ListValue }, depth: number) => {
    list.value.items.forEach((value: StoredValue, i) => {
      const item = { ...list, name: `${list.name}{${i + 1}}`, value }
      if (items.length >= mostNames) return
      if (value.type === 'list' && depth < 4) visit({ ...item, value }, depth + 1)
      else items.push(item)
    })
  }
  visit(variable, 1)
  return items
}
