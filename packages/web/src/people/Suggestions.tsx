import { useStore } from '@nanostores/react'
import type { Suggestion } from '@waypost/client'
import { type People, peopleOf } from '@waypost/client/conversations/people'
import { Refusal } from '@waypost/protocol'
import { useEffect, useState } from 'react'
import { beginningOf } from '../format/names.ts'
import { useSession } from '../session/context.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { suggestionsWords } from './en.ts'
import { PersonAvatar } from './PersonAvatar.tsx'
import styles from './Suggestions.module.css'

const messages = i18n('suggestions', suggestionsWords)

const look = (people: People) => people.suggest()

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
                <NameAndEmail person={person} styles={styles} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The name of a person, and below it their address, unless that is the name. */
export function NameAndEmail({ person: { name, email }, styles }: { person: Suggestion; styles: CSSModuleClasses }) {
  const line = (text: string, className: string | undefined) => (
    <span className={className} dir="auto">
      {beginningOf(text)}
    </span>
  )
  return (
    <>
      {line(name, styles.name)}
      {email !== name && line(email ?? '', styles.line)}
    </>
  )
}

/** Suggested people, and a function that reloads them. @param look the same function on every render */
export function useSuggestions(look: (people: People) => Promise<readonly Suggestion[]>) {
  const session = useSession()
  const [found, setFound] = useState<readonly Suggestion[] | 'looking' | 'failed'>('looking')
  useEffect(() => {
    if (found !== 'looking') return
    let wanted = true
    look(peopleOf(session)).then(
      (suggestions) => wanted && setFound(suggestions),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        if (wanted) setFound('failed')
      },
    )
    return () => {
      wanted = false
    }
  }, [session, found, look])
  return [found, () => setFound('looking')] as const
}
