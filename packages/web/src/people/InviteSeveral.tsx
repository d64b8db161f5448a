import { useStore } from '@nanostores/react'
import type { Suggestion } from '@waypost/client'
import type { People } from '@waypost/client/conversations/people'
import { invitesOf } from '@waypost/client/settings/invite'
import { useState } from 'react'
import { beginningOf } from '../format/names.ts'
import { Topic } from '../page/topics/Topic.tsx'
import { useSession } from '../session/context.ts'
import { say } from '../ui/accessibility/announce.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { inviteSeveral } from './en.ts'
import styles from './Invite.module.css'
import { InvitationLink } from './Outcome.tsx'
import { PersonAvatar } from './PersonAvatar.tsx'
import { NameAndEmail, useSuggestions } from './Suggestions.tsx'

const messages = i18n('invite-several', inviteSeveral)

/** A list of friends with checkboxes, and a button that invites all checked ones. */
export function InviteSeveral() {
  const t = useStore(messages)
  const [found, retry] = useSuggestions(look)
  return (
    <Topic title={t.title} lead={t.lead}>
      {found === 'looking' ? (
        <Spinner label={t.looking} />
      ) : found === 'failed' ? (
        <div className={styles.outcome}>
          <p>{t.failed}</p>
          <Button onClick={retry}>{t.retry}</Button>
        </div>
      ) : found.length === 0 ? (
        <p className={styles.second}>{t.none}</p>
      ) : (
        <TickedList people={found} />
      )}
    </Topic>
  )
}

const look = (people: People) => people.invitable()

function TickedList({ people }: { people: readonly Suggestion[] }) {
  const t = useStore(messages)
  const invites = invitesOf(useSession())
  const all = useStore(invites.$all)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [round, setRound] = useState<readonly Suggestion[]>([])
  const [error, setError] = useState(false)
  // Friends who are invited, or being invited, can't be checked.
  const open = people.filter(({ key }) => all[key] === undefined || typeof all[key] === 'object')
  const chosen = open.filter(({ key }) => ticked.has(key))
  const busy = round.some(({ key }) => all[key] === 'waiting' || all[key] === 'sending')

  function tick(keys: readonly string[], on: boolean) {
    setError(false)
    setTicked((before) => {
      const next = new Set(before)
      for (const key of keys) on ? next.add(key) : next.delete(key)
      return next
    })
  }

  async function send(to: readonly Suggestion[]) {
    if (to.length === 0) return setError(true)
    setTicked(new Set())
    setRound(to)
    await invites.send(to.map(({ email = '' }) => email))
    const now = invites.$all.get()
    say(messages.get().done(to.filter(({ key }) => now[key] === 'invited').length))
  }

  return (
    <>
      <div className={styles.over}>
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={open.length > 0 && chosen.length === open.length}
            disabled={open.length === 0}
            onChange={(event) =>
              tick(
                open.map(({ key }) => key),
                event.target.checked,
              )
            }
          />
          {t.everybody}
        </label>
        <span role="status" className={styles.second}>
          {t.selected(chosen.length)}
        </span>
      </div>
      <ul className={styles.list} aria-label={t.title}>
        {people.map((person) => (
          <PersonItem
            key={person.key}
            person={person}
            state={all[person.key]}
            ticked={ticked.has(person.key)}
            onTick={(on) => tick([person.key], on)}
          />
        ))}
      </ul>
      <div className={styles.actions}>
        <Button kind="primary" busy={busy} onClick={() => void send(chosen)}>
          {chosen.length === 0 ? t.inviteNobody : t.invite(chosen.length)}
        </Button>
        {error && chosen.length === 0 && (
          <span role="alert" className={styles.trouble}>
            {t.noneSelected}
          </span>
        )}
      </div>
      <Results round={round} busy={busy} onAgain={(failed) => void send(failed)} />
    </>
  )
}

interface PersonItemProps {
  person: Suggestion
  state: ReturnType<ReturnType<typeof invitesOf>['$all']['get']>[string] | undefined
  ticked: boolean
  onTick: (on: boolean) => void
}

function PersonItem({ person, state, ticked, onTick }: PersonItemProps) {
  const t = useStore(messages)
  const said = typeof state === 'string' ? t[state] : undefined
  return (
    <li>
      <label className={styles.person}>
        <input
          type="checkbox"
          checked={said !== undefined || ticked}
          disabled={said !== undefined}
          onChange={(event) => onTick(event.target.checked)}
        />
        <PersonAvatar person={person} />
        <span className={styles.names}>
          <NameAndEmail person={person} styles={styles} />
        </span>
        {said && <span className={styles.said}>{said}</span>}
      </label>
    </li>
  )
}

interface ResultsProps {
  /** The friends invited by the latest click. */
  round: readonly Suggestion[]
  busy: boolean
  onAgain: (failed: readonly Suggestion[]) => void
}

function Results({ round, busy, onAgain }: ResultsProps) {
  const t = useStore(messages)
  const invites = invitesOf(useSession())
  const all = useStore(invites.$all)
  const links = useStore(invites.$links)
  if (round.length === 0) return null
  const invited = round.filter(({ key }) => all[key] === 'invited')
  const linked = round.filter(({ key }) => all[key] === 'linked')
  const failed = round.flatMap((person) => {
    const state = all[person.key]
    return typeof state === 'object' ? [{ person, reason: state.failed }] : []
  })
  const done = invited.length + linked.length + failed.length
  if (busy)
    return (
      <div className={styles.progress}>
        <progress value={done} max={round.length} aria-label={t.title} />
        <span className={styles.second}>{t.progress({ done, all: round.length })}</span>
      </div>
    )
  return (
    <div className={styles.results}>
      {invited.length > 0 && <p>{t.done(invited.length)}</p>}
      {linked.length > 0 && (
        <div className={styles.handOver} role="status">
          <p>{t.links}</p>
          <ul className={styles.linkList}>
            {linked.map(({ key, name }) => (
              <li key={key}>
                <strong dir="auto">{beginningOf(name)}</strong>
                <InvitationLink url={links[key] ?? ''} name={beginningOf(name)} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {failed.length > 0 && (
        <div role="alert" className={styles.notSent}>
          <p>{t.notDone(failed.length)}</p>
          <ul>
            {failed.map(({ person, reason }) => (
              <li key={person.key}>
                <strong dir="auto">{beginningOf(person.name)}</strong> {reason}
              </li>
            ))}
          </ul>
          <div>
            <Button onClick={() => onAgain(failed.map(({ person }) => person))}>{t.again}</Button>
          </div>
        </div>
      )}
    </div>
  )
}
