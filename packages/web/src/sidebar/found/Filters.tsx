// Offers the filters of a search as buttons, and names for a filter that is being typed.

import { useStore } from '@nanostores/react'
import type { ContentKind } from '@waypost/protocol'
import { nameOf } from '../../format/names.ts'
import { useSession } from '../../session/context.ts'
import { i18n } from '../../ui/language.ts'
import styles from './Found.module.css'
import { filtersIn, nameBegun, withContent, withName } from './filters.ts'

const messages = i18n('search-filters', {
  label: 'Filters',
  names: 'Names',
  link: 'Links',
  file: 'Files',
  image: 'Pictures',
  list: 'Lists',
  from: 'From...',
  after: 'After...',
})

const kinds: readonly ContentKind[] = ['link', 'file', 'image', 'list']
/** Names that are offered at a time. */
const mostNames = 5

/** @param onText changes the text, and moves the focus to the end of the field */
export function Filters({ text, onText }: { text: string; onText: (text: string) => void }) {
  const t = useStore(messages)
  const { target } = useSession()
  const begun = nameBegun(text)
  if (begun !== undefined) {
    const all = [...target.$people.get(), ...target.$devices.get(), ...target.$following.get()]
    const names = (begun === '' ? all : target.search(begun).map((each) => each.target)).slice(0, mostNames).map(nameOf)
    if (names.length === 0) return null
    return (
      <fieldset className={styles.filters} aria-label={t.names}>
        {[...new Set(names)].map((name) => (
          <button key={name} type="button" className={styles.filter} onClick={() => onText(withName(text, name))}>
            <bdi>{name}</bdi>
          </button>
        ))}
      </fieldset>
    )
  }
  const typed = filtersIn(text).map((each) => each.toLowerCase())
  const begin = (filter: string) => () => onText(`${text.trim()} ${filter}`.trim())
  return (
    <fieldset className={styles.filters} aria-label={t.label}>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className={styles.filter}
          aria-pressed={typed.includes(`has:${kind}`)}
          onClick={() => onText(withContent(text, kind))}
        >
          {t[kind]}
        </button>
      ))}
      <button type="button" className={styles.filter} onClick={begin('from:')}>
        {t.from}
      </button>
      <button type="button" className={styles.filter} onClick={begin('after:')}>
        {t.after}
      </button>
    </fieldset>
  )
}
