import { useEffect, useState } from 'preact/hooks'
import { ask } from '../messages.ts'
import { mostLinksAtOnce, mostOpenedPeople } from '../settings/auto-open.ts'
import { Check } from './Check.tsx'
import styles from './Fieldset.module.css'
import { useSettings } from './use-settings.ts'

/** Which links this browser opens automatically. */
export function AutoOpenFieldset() {
  const [settings, set] = useSettings()
  if (!settings) return null
  const { openLinksHere, openLinksFrom, openLinksAtOnce, openLinksInFront } = settings
  return (
    <fieldset class={styles.fieldset}>
      <legend>Links that open automatically</legend>
      <p>Links that arrive while this browser is closed open when you start it. Links that open aren’t notified.</p>
      <Check checked={openLinksHere} onChange={(on) => set({ openLinksHere: on })}>
        Links my other devices send to this browser
      </Check>
      <PeopleChoice chosen={openLinksFrom} onChange={(people) => set({ openLinksFrom: people })} />
      <label class={styles.row}>
        <span>At most this many at once</span>
        <input
          class={styles.number}
          type="number"
          min={1}
          max={mostLinksAtOnce}
          value={openLinksAtOnce}
          onChange={({ currentTarget }) => {
            const wanted = Math.round(currentTarget.valueAsNumber)
            if (wanted >= 1 && wanted <= mostLinksAtOnce) set({ openLinksAtOnce: wanted })
            else currentTarget.value = String(openLinksAtOnce)
          }}
        />
      </label>
      <p class={styles.hint}>You’re notified of the rest.</p>
      <Check checked={openLinksInFront} onChange={(on) => set({ openLinksInFront: on })}>
        Switch to the link right away
      </Check>
    </fieldset>
  )
}

interface Person {
  email: string
  name: string
}

/** Above this number of people, a field filters the list. */
const many = 8

interface PeopleChoiceProps {
  chosen: readonly string[]
  onChange(chosen: string[]): void
}

function PeopleChoice({ chosen, onChange }: PeopleChoiceProps) {
  const [people, setPeople] = useState<readonly Person[] | { failed: string }>()
  const [query, setQuery] = useState('')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    ask({ kind: 'people' }).then(setPeople, (error: Error) => setPeople({ failed: error.message }))
  }, [tries])
  if (people === undefined)
    return (
      <p class={styles.hint} aria-busy="true">
        Loading your people…
      </p>
    )
  if ('failed' in people)
    return (
      <div class={styles.row}>
        <p role="alert">Couldn’t load your people. {people.failed}</p>
        <button type="button" class={styles.button} onClick={() => setTries(tries + 1)}>
          Try again
        </button>
      </div>
    )
  // Somebody whose conversation is gone can still be removed.
  const known = new Set(people.map(({ email }) => email))
  const all = [...chosen.filter((email) => !known.has(email)).map((email) => ({ email, name: email })), ...people]
  const wanted = query.trim().toLowerCase()
  const shown = all.filter(({ email, name }) => wanted === '' || `${name} ${email}`.toLowerCase().includes(wanted))
  return (
    <fieldset class={styles.people}>
      <legend>Links from these people</legend>
      {all.length === 0 && <p class={styles.hint}>You have no conversations with people yet.</p>}
      {all.length > many && (
        <input
          class={styles.field}
          type="search"
          aria-label="Find people"
          placeholder="Find people"
          value={query}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        />
      )}
      {all.length > 0 && shown.length === 0 && <p class={styles.hint}>No one found.</p>}
      <div class={styles.list}>
        {shown.map(({ email, name }) => (
          <Check
            key={email}
            checked={chosen.includes(email)}
            onChange={(on) =>
              onChange(on ? [...chosen, email].slice(-mostOpenedPeople) : chosen.filter((each) => each !== email))
            }
          >
            {name}
            {name !== email && <small class={styles.email}> {email}</small>}
          </Check>
        ))}
      </div>
    </fieldset>
  )
}
