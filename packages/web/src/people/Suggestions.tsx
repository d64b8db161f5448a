// Shows suggested people.

import { useStore } from '@nanostores/react'
import type { Session, Suggestion } from '@waypost/client'
import { beginningOf } from '../format/names.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { PersonAvatar } from './PersonAvatar.tsx'
import styles from './Suggestions.module.css'
import { useSuggestions } from './use-suggestions.ts'

const messages = i18n('suggestions', {
  title: 'Suggestions',
  looking: 'Looking for people you know',
  none: 'No suggestions yet.',
  failed: "Couldn't load suggestions. Try again.",
  retry: 'Try again',
})

const look = (people: Session['people']) => people.suggest()

/** Suggested people, as cards, or as a list with one column. */
export function Suggestions({ onPick }: { onPick: (person: Suggestion) => void }) {
  const t = useStore(messages)
  const [found, retry] = useSuggestions(look)

  if (found === 'looking') return <Spinner label={t.looking} />
  if (found === 'failed')
    return (
      <div className={styles.failed}>
        <p>{t.failed}</p>
        <Button onClick={retry}>{t.retry}</Button>
      </div>
    )
  if (found.length === 0) return <p className={styles.none}>{t.none}</p>
  return (
    <section aria-label={t.title}>
      <ul className={styles.grid}>
        {found.map((person) => (
          <li key={person.key} className={styles.cell}>
            <button type="button" className={styles.card} onClick={() => onPick(person)}>
              <span className={styles.large}>
                <PersonAvatar person={person} size={64} />
              </span>
              <span className={styles.small}>
                <PersonAvatar person={person} />
              </span>
              <span className={styles.words}>
                <span className={styles.name} dir="auto">
                  {beginningOf(person.name)}
                </span>
                {person.email !== person.name && (
                  <span className={styles.line} dir="auto">
                    {beginningOf(person.email ?? '')}
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
