import { useStore } from '@nanostores/react'
import type { Suggestion } from '@waypost/client'
import { type People, peopleOf } from '@waypost/client/conversations/people'
import { invitesOf } from '@waypost/client/settings/invite'
import { type FormEvent, useRef, useState } from 'react'
import { beginningOf } from '../format/names.ts'
import pane from '../page/shell/NewTargetPane.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { hrefOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { inviteOne } from './en.ts'
import styles from './Invite.module.css'
import { Outcome } from './Outcome.tsx'
import { PersonAvatar } from './PersonAvatar.tsx'
import { PersonPicker, usePersonField } from './PersonPicker.tsx'
import { useSuggestions } from './Suggestions.tsx'

const messages = i18n('invite-one', inviteOne)

const maxSuggested = 5

const suggest = (people: People) => people.suggest()

/** Invites one friend, from suggestions or a search. */
export function InviteOne() {
  const t = useStore(messages)
  const session = useSession()
  const invites = invitesOf(session)
  const all = useStore(invites.$all)
  const links = useStore(invites.$links)
  const [found] = useSuggestions(suggest)
  const suggested = Array.isArray(found) ? found.filter(({ is_user }) => !is_user) : []
  const button = useRef<HTMLButtonElement>(null)
  const { form, picked, picker, clear, refuse } = usePersonField(button)
  const [latest, setLatest] = useState<Suggestion>()
  const outcome = latest && all[latest.key]
  const [looking, setLooking] = useState(false)
  const busy = looking || outcome === 'sending' || outcome === 'waiting'

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void invite((email) => invites.send([email]))
  }

  async function invite(work: (email: string) => Promise<void>) {
    if (!picked?.email) return refuse(t.noneChosen)
    if (busy) return
    setLooking(true)
    const person = await peopleOf(session).recognize(picked)
    setLooking(false)
    setLatest(person)
    if (person.is_user) return
    void work(picked.email)
    clear()
  }

  return (
    <Topic title={t.title} lead={t.lead}>
      <form ref={form} className={`${pane.form} ${styles.form}`} noValidate onSubmit={submit}>
        <div className={pane.grow}>
          <PersonPicker {...picker} label={t.who} waits />
        </div>
        <Button ref={button} type="submit" kind="primary" busy={busy}>
          {t.invite}
        </Button>
        <Button busy={busy} onClick={() => void invite(invites.makeLink)}>
          {t.makeLink}
        </Button>
      </form>
      {latest &&
        (latest.is_user ? (
          <p role="status" className={styles.outcome}>
            <bdi>{t.here({ name: beginningOf(latest.name) })}</bdi>
            <a href={hrefOf('people', latest.key)}>{t.talk}</a>
          </p>
        ) : (
          <Outcome
            person={latest}
            outcome={outcome}
            link={links[latest.key]}
            onRetry={() => void invites.send([latest.email ?? ''])}
          />
        ))}
      <Suggested people={suggested.filter(({ key }) => all[key] === undefined && key !== picked?.key)} onPick={picker.onPick} />
    </Topic>
  )
}

function Suggested({ people, onPick }: { people: readonly Suggestion[]; onPick: (person: Suggestion) => void }) {
  const t = useStore(messages)
  if (people.length === 0) return null
  return (
    <div className={styles.suggested}>
      <span aria-hidden="true" className={styles.second}>
        {t.suggested}
      </span>
      <ul className={styles.pills} aria-label={t.suggested}>
        {people.slice(0, maxSuggested).map((person) => (
          <li key={person.key}>
            <button type="button" className={styles.pill} onClick={() => onPick(person)}>
              <PersonAvatar person={person} size={28} />
              <span className={styles.pillName} dir="auto">
                {beginningOf(person.name)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
