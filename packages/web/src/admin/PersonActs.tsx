import { useStore } from '@nanostores/react'
import {
  adminBecome,
  adminCreateResetLink,
  type Call,
  deletePerson,
  emailLength,
  endSessionsOf,
  givePro,
  makeAdministrator,
  type Person,
  suspendPerson,
  takePro,
  unmakeAdministrator,
  unsuspendPerson,
} from '@waypost/protocol'
import { useState } from 'react'
import { $server } from '../browser/server-facts.ts'
import { ActButton } from '../page/topics/ActButton.tsx'
import { Secret } from '../page/topics/Secret.tsx'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { TopicForm } from '../page/topics/TopicForm.tsx'
import { attempt } from '../page/topics/use-loaded.ts'
import { open } from '../route.ts'
import { useSession } from '../session/context.ts'
import { say } from '../ui/accessibility/announce.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import { beginSupport } from './begin-support.ts'
import { personActs } from './en.ts'

const messages = i18n('person-acts', personActs)

interface PersonActsProps {
  person: Person
  onDone: () => void
}

/** What administrators can do with a person. */
export function PersonActs({ person, onDone }: PersonActsProps) {
  const t = useStore(messages)
  const session = useSession()
  const own = useStore(session.$account)?.iden === person.iden
  const { localOff } = useStore($server)
  const carryOut = async (call: Call, done: string) => {
    const worked = await attempt(() => session.call(call, { iden: person.iden }), t.failed)
    if (!worked) return
    say(done)
    onDone()
  }
  const canEnd = person.admin !== true && !own
  return (
    <>
      <Topic title={t.signIn}>
        {!localOff && <ResetLink email={person.email} />}
        <Row gap={2} wrap className={topic.actions}>
          {person.sessions > 0 && !own && <ActButton label={t.end} onConfirm={() => carryOut(endSessionsOf as Call, t.ended)} />}
          {canEnd && person.suspended === undefined && <Support person={person} />}
        </Row>
      </Topic>
      <Topic title={t.rights}>
        <Row gap={2} wrap className={topic.actions}>
          {person.plan === 'given' && <ActButton label={t.takePro} onConfirm={() => carryOut(takePro, t.tookPro)} />}
          {person.plan === 'free' && !person.pro && (
            <ActButton label={t.givePro} onConfirm={() => carryOut(givePro, t.gavePro)} />
          )}
          {person.admin && <ActButton label={t.unmake} onConfirm={() => carryOut(unmakeAdministrator, t.unmade)} />}
          {!person.admin && person.suspended === undefined && (
            <ActButton label={t.make} onConfirm={() => carryOut(makeAdministrator, t.made)} />
          )}
        </Row>
      </Topic>
      {person.suspended !== undefined ? (
        <Topic title={t.suspend} lead={t.suspendLead}>
          <Row gap={2} wrap className={topic.actions}>
            <ActButton label={t.unsuspend} onConfirm={() => carryOut(unsuspendPerson, t.unsuspended)} />
          </Row>
        </Topic>
      ) : (
        <Topic title={t.suspend} lead={canEnd ? t.suspendLead : t.adminFirst}>
          {canEnd && (
            <Row gap={2} wrap className={topic.actions}>
              <ActButton label={t.suspend} kind="danger" onConfirm={() => carryOut(suspendPerson, t.suspended)} />
            </Row>
          )}
        </Topic>
      )}
      {canEnd && <Delete person={person} />}
    </>
  )
}

function ResetLink({ email }: { email: string }) {
  const t = useStore(messages)
  const session = useSession()
  const [url, setUrl] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function make() {
    setBusy(true)
    await attempt(async () => {
      setUrl((await session.call(adminCreateResetLink, { email })).url)
      say(t.resetLead)
    }, t.noReset)
    setBusy(false)
  }
  return (
    <>
      <Row gap={2} wrap className={topic.actions}>
        <Button busy={busy} onClick={() => void make()}>
          {t.reset}
        </Button>
      </Row>
      {url !== undefined && (
        <>
          <Secret text={url} label={t.link} />
          <p className={topic.lead}>{t.resetLead}</p>
        </>
      )}
    </>
  )
}

function Support({ person }: { person: Person }) {
  const t = useStore(messages)
  const session = useSession()
  const enter = () =>
    attempt(async () => {
      const { access_token } = await session.call(adminBecome, { iden: person.iden })
      await beginSupport(access_token)
    }, t.failed)
  return <ActButton label={t.support} lead={t.supportLead} onConfirm={enter} />
}

function Delete({ person: { iden, email } }: { person: Person }) {
  const t = useStore(messages)
  const session = useSession()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const confirmed = typed.trim().toLowerCase() === email.toLowerCase()
  async function remove() {
    setBusy(true)
    const worked = await attempt(() => session.call(deletePerson, { iden, email: typed.trim() }), t.failed)
    setBusy(false)
    if (!worked) return
    say(t.deleted)
    open('admin', 'people')
  }
  return (
    <Topic title={t.delete} lead={t.deleteLead}>
      <TopicForm label={t.delete} kind="danger" busy={busy} unavailable={!confirmed} onSubmit={() => void remove()}>
        <TextField
          label={t.typed({ email })}
          value={typed}
          maxLength={emailLength}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
      </TopicForm>
    </Topic>
  )
}
