// Lists the account's outgoing webhooks with their latest attempts; creates, pauses and deletes them.

import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import {
  addressLength,
  createOutgoingWebhook,
  deleteOutgoingWebhook,
  listOutgoingWebhooks,
  listWebhookAttempts,
  nameLength,
  type OutgoingWebhook,
  outgoingWebhooksPerAccount,
  updateOutgoingWebhook,
} from '@waypost/protocol'
import { Webhook } from 'lucide-react'
import { useCallback, useState } from 'react'
import { $now } from '../browser/clock.ts'
import { nameInWords } from '../format/names.ts'
import { exactTimeOf, timeAgo } from '../format/time.ts'
import { Loading } from '../page/topics/Loading.tsx'
import { Secret } from '../page/topics/Secret.tsx'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { TopicForm, useSubmit } from '../page/topics/TopicForm.tsx'
import { attempt, useLoaded } from '../page/topics/use-loaded.ts'
import { useSession } from '../session/context.ts'
import { say } from '../ui/accessibility/announce.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { SelectField } from '../ui/inputs/SelectField.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import { RemovableList } from '../ui/lists/RemovableList.tsx'
import { outgoingWebhooks } from './en.ts'
import styles from './Settings.module.css'

const messages = i18n('outgoing-webhooks', outgoingWebhooks)

const load = async (session: Session) => (await session.call(listOutgoingWebhooks, {})).outgoing_webhooks

/** The address is hidden from an administrator who is signed in for support. */
const nameOf = ({ name, url }: OutgoingWebhook): string => name || url || messages.get().unnamed

export function OutgoingWebhooks() {
  const t = useStore(messages)
  const session = useSession()
  const [webhooks, reload] = useLoaded(load)
  const [open, setOpen] = useState<string>()
  const words = useConversationWords()

  async function remove(iden: string): Promise<boolean> {
    const worked = await attempt(() => session.call(deleteOutgoingWebhook, { iden }), t.notDeleted)
    if (worked) reload()
    return worked
  }

  return (
    <Topic title={t.title} lead={t.lead}>
      <Loading loaded={webhooks} onRetry={reload}>
        {(all) => (
          <>
            <RemovableList
              items={all.map((one) => ({
                key: one.iden,
                name: nameOf(one),
                picture: <Webhook size={24} aria-hidden="true" />,
                line: (
                  <WebhookLine
                    webhook={one}
                    conversation={words(one.conversation)}
                    isOpen={open === one.iden}
                    onOpen={() => setOpen(open === one.iden ? undefined : one.iden)}
                    onChanged={reload}
                  />
                ),
              }))}
              onRemove={remove}
              empty={<p className={topic.lead}>{t.empty}</p>}
            />
            {all.length >= outgoingWebhooksPerAccount ? (
              <p className={topic.lead}>{t.full({ most: outgoingWebhooksPerAccount })}</p>
            ) : (
              <NewWebhook onCreated={reload} />
            )}
          </>
        )}
      </Loading>
    </Topic>
  )
}

interface WebhookLineProps {
  webhook: OutgoingWebhook
  conversation: string
  isOpen: boolean
  onOpen: () => void
  onChanged: () => void
}

function WebhookLine({ webhook, conversation, isOpen, onOpen, onChanged }: WebhookLineProps) {
  const t = useStore(messages)
  const session = useSession()
  const now = useStore($now)
  const { iden, url, name, paused = false, failing_since } = webhook
  const called = nameOf(webhook)
  const state = [
    name && url,
    conversation,
    paused && t.paused,
    failing_since && t.failing({ time: timeAgo(failing_since * 1_000, now) }),
  ].filter(Boolean)

  async function toggle() {
    if (!(await attempt(() => session.call(updateOutgoingWebhook, { iden, paused: !paused }), t.notSaved))) return
    say(paused ? t.nowResumed({ name: called }) : t.nowPaused({ name: called }))
    onChanged()
  }

  return (
    <>
      {state.join(' · ')}
      <Row as="span" gap={2} wrap className={topic.actions}>
        <Button
          kind="quiet"
          aria-label={paused ? t.resumeThis({ name: called }) : t.pauseThis({ name: called })}
          onClick={() => void toggle()}
        >
          {paused ? t.resume : t.pause}
        </Button>
        <Button kind="quiet" aria-expanded={isOpen} aria-label={t.attemptsOf({ name: called })} onClick={onOpen}>
          {isOpen ? t.hide : t.attempts}
        </Button>
      </Row>
      {isOpen && <Attempts iden={iden} />}
    </>
  )
}

function Attempts({ iden }: { iden: string }) {
  const t = useStore(messages)
  const load = useCallback(async (session: Session) => (await session.call(listWebhookAttempts, { iden })).attempts, [iden])
  const [attempts, reload] = useLoaded(load)
  return (
    <Loading loaded={attempts} onRetry={reload}>
      {(all) =>
        all.length === 0 ? (
          <p className={topic.lead}>{t.none}</p>
        ) : (
          <ul className={styles.attempts}>
            {all.map(({ at, status, error, took }) => {
              const time = exactTimeOf(at * 1_000)
              return (
                <li key={at}>
                  {status === undefined ? t.failed({ time, error: error ?? '' }) : t.answered({ time, status, took })}
                </li>
              )
            })}
          </ul>
        )
      }
    </Loading>
  )
}

function NewWebhook({ onCreated }: { onCreated: () => void }) {
  const t = useStore(messages)
  const session = useSession()
  const sources = useStore(session.target.$sources)
  const people = useStore(session.target.$people)
  const [fields, setFields] = useState({ name: '', url: '', conversation: '' })
  const [error, setError] = useState<string>()
  const [secret, setSecret] = useState<string>()
  const { busy, trouble, touch, run } = useSubmit()
  const set = (change: Partial<typeof fields>) => {
    setFields((before) => ({ ...before, ...change }))
    setError(undefined)
    touch()
  }

  async function create() {
    const url = fields.url.trim()
    if (!/^https?:\/\/\S+$/i.test(url)) return setError(t.needed)
    const made = await run(async () => {
      const given = await session.call(createOutgoingWebhook, {
        url,
        ...(fields.name.trim() && { name: fields.name }),
        ...(fields.conversation && { conversation: fields.conversation }),
      })
      setSecret(given.secret)
    }, t.once)
    if (!made) return
    setFields({ name: '', url: '', conversation: '' })
    onCreated()
  }

  return (
    <>
      {secret && (
        <>
          <Secret text={secret} label={t.secret} />
          <p className={topic.lead}>{t.once}</p>
        </>
      )}
      <TopicForm label={t.create} kind="secondary" busy={busy} trouble={trouble} onSubmit={() => void create()}>
        <TextField
          label={t.url}
          type="url"
          dir="ltr"
          placeholder={t.example}
          value={fields.url}
          maxLength={addressLength}
          error={error}
          autoComplete="off"
          onChange={({ target }) => set({ url: target.value })}
        />
        <SelectField
          label={t.sent}
          value={fields.conversation}
          choices={[
            { value: '', label: t.all },
            { value: 'self', label: t.self },
            ...sources.map((source) => ({ value: `source:${source.key}`, label: nameInWords(source) })),
            ...people
              .filter(({ key }) => key.includes('@'))
              .map((person) => ({ value: `email:${person.key}`, label: nameInWords(person) })),
          ]}
          onChange={({ target }) => set({ conversation: target.value })}
        />
        <TextField
          label={t.name}
          value={fields.name}
          maxLength={nameLength}
          autoComplete="off"
          onChange={({ target }) => set({ name: target.value })}
        />
      </TopicForm>
    </>
  )
}

/** The display name of a conversation, from its name on the wire. */
function useConversationWords(): (conversation: string | undefined) => string {
  const t = useStore(messages)
  const session = useSession()
  useStore(session.target.$sources)
  useStore(session.target.$people)
  return (conversation) => {
    if (conversation === undefined) return t.all
    if (conversation === 'self') return t.self
    const [kind = '', named = ''] = conversation.split(/:(.*)/s)
    const target = session.target.find(kind === 'source' ? 'sources' : 'people', named)
    return target ? nameInWords(target) : t.gone
  }
}
