import type { Filter } from '@waypost/client/search/narrowed'
import type { SearchKind } from '@waypost/protocol'
import { i18n } from '../../ui/language.ts'
import { messageFilters } from './en.ts'

const words = i18n('message-filters', messageFilters)

export const $filterWords = words

/** The label of a filter's button. */
export const nameOfFilter = (filter: Filter): string => ('tag' in filter ? `#${filter.tag}` : words.get()[filter.kind])

/** The text for a conversation in which nothing matches a filter. */
export function nothingOf(filter: Filter): string {
  const t = words.get()
  if ('tag' in filter) return t.noTag({ tag: filter.tag })
  const nothing: Record<SearchKind, string> = {
    pictures: t.noPictures,
    links: t.noLinks,
    files: t.noFiles,
    lists: t.noLists,
    reminders: t.noReminders,
  }
  return nothing[filter.kind]
}
