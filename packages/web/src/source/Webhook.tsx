// Chooses how the JSON of a webhook becomes a message, and tests that with the last payload received.

import { useStore } from '@nanostores/react'
import { sourcesOf } from '@waypost/client/conversations/source'
import { type Gives, Refusal, type Source, templateLength, tryWebhook, type WebhookFormat } from '@waypost/protocol'
import { useId, useState } from 'react'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { TopicForm, useSubmit } from '../page/topics/TopicForm.tsx'
import { useSession } from '../session/context.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { SelectField } from '../ui/inputs/SelectField.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { sourceWebhook } from './en.ts'
import styles from './Source.module.css'

const messages = i18n('source-webhook', sourceWebhook)

/** The server's presets, by their names there. */
const presets: Record<string, string> = {
  alertmanager: 'Alertmanager',
  gitea: 'Gitea, Forgejo',
  github: 'GitHub',
  gitlab: 'GitLab',
  grafana: 'Grafana',
  healthchecks: 'Healthchecks',
  'home-assistant': 'Home Assistant',
  proxmox: 'Proxmox',
  radarr: 'Radarr',
  sentry: 'Sentry',
  sonarr: 'Sonarr',
  stripe: 'Stripe',
  'uptime-kuma': 'Uptime Kuma',
}

const own = ' own'
const templateNames = ['title', 'body', 'url', 'priority', 'labels'] as const
type Templates = Partial<Record<(typeof templateNames)[number], string>>

/** The choice that matches a format: a preset, custom templates, or '' if it is detected automatically. */
function choiceOf(format: WebhookFormat = {}): string {
  if (templateNames.some((name) => format[name])) return own
  return format.preset ?? ''
}

export function Webhook({ source }: { source: Source }) {
  const t = useStore(messages)
  const session = useSession()
  const { webhook = {} } = source
  const [edits, setEdits] = useState<{ choice?: string; templates?: Templates; secret?: string }>({})
  const { busy, done, trouble, touch, run } = useSubmit()
  const choice = edits.choice ?? choiceOf(webhook)
  const templates: Templates = { ...webhook, ...edits.templates }
  const format = formatOf(choice, templates)
  const set = (change: typeof edits) => {
    setEdits((before) => ({ ...before, ...change }))
    touch()
  }
  const known = choice === '' || choice === own || choice in presets ? [] : [choice]
  async function save(secret = edits.secret) {
    const fields = { webhook: format, ...(secret !== undefined && { webhook_secret: secret.trim() || ' ' }) }
    if (await run(() => sourcesOf(session).change(source.iden, fields), t.saved)) setEdits({})
  }
  return (
    <Topic title={t.title} lead={t.lead}>
      <TopicForm
        label={t.save}
        busy={busy}
        unavailable={Object.keys(edits).length === 0}
        trouble={trouble}
        done={done}
        onSubmit={() => void save()}
        buttons={
          source.has_webhook_secret && (
            <Button kind="quiet" onClick={() => void save('')}>
              {t.clearSecret}
            </Button>
          )
        }
      >
        <SelectField
          label={t.format}
          value={choice}
          choices={[
            { value: '', label: t.any },
            ...[...Object.keys(presets), ...known].map((name) => ({ value: name, label: presets[name] ?? name })),
            { value: own, label: t.templates },
          ]}
          onChange={({ target }) => set({ choice: target.value })}
        />
        {choice === own && (
          <Stack gap={4}>
            <p className={styles.second}>{t.templatesLead}</p>
            {templateNames.map((name) => (
              <Template
                key={name}
                label={t[wordOf[name]]}
                rows={name === 'body' ? 4 : 1}
                value={templates[name] ?? ''}
                onChange={(value) => set({ templates: { ...edits.templates, [name]: value } })}
              />
            ))}
          </Stack>
        )}
        <TextField
          label={t.secret}
          help={source.has_webhook_secret ? t.secretSet : t.secretHelp}
          type="password"
          dir="ltr"
          autoComplete="off"
          maxLength={1_000}
          value={edits.secret ?? ''}
          onChange={({ target }) => set({ secret: target.value })}
        />
      </TopicForm>
      <Trial source={source} format={format} />
    </Topic>
  )
}

const wordOf = { title: 'forTitle', body: 'forBody', url: 'forUrl', priority: 'forPriority', labels: 'forLabels' } as const

function formatOf(choice: string, templates: Templates): WebhookFormat {
  if (choice !== own) return choice === '' ? {} : { preset: choice }
  return Object.fromEntries(templateNames.flatMap((name) => (templates[name] ? [[name, templates[name]]] : [])))
}

interface TemplateProps {
  label: string
  rows: number
  value: string
  onChange: (value: string) => void
}

function Template({ label, rows, value, onChange }: TemplateProps) {
  const id = useId()
  return (
    <Stack gap={1} className={styles.area}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        id={id}
        dir="ltr"
        rows={rows}
        maxLength={templateLength}
        spellCheck={false}
        autoCapitalize="none"
        data-code=""
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Stack>
  )
}

type Tried = Gives<typeof tryWebhook>

/** Shows the last payload beside the message it becomes, with the format currently in the form. */
function Trial({ source, format }: { source: Source; format: WebhookFormat }) {
  const t = useStore(messages)
  const session = useSession()
  const [tried, setTried] = useState<Tried>()
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function run() {
    setBusy(true)
    setTrouble(undefined)
    try {
      setTried(await session.call(tryWebhook, { iden: source.iden, webhook: format }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setTrouble(error.message)
    }
    setBusy(false)
  }

  return (
    <Stack gap={4}>
      <Row gap={2} wrap className={topic.actions}>
        <Button busy={busy} onClick={() => void run()}>
          {t.try}
        </Button>
        <span className={topic.lead}>{t.tryLead}</span>
      </Row>
      <div aria-live="polite">
        {trouble !== undefined ? (
          <p className={topic.trouble}>{trouble}</p>
        ) : (
          tried && (tried.payload === undefined ? <p className={topic.lead}>{t.none}</p> : <Result tried={tried} />)
        )}
      </div>
    </Stack>
  )
}

function Result({ tried: { payload = '', preset, message, error } }: { tried: Tried }) {
  const t = useStore(messages)
  return (
    <div className={styles.tried}>
      <div>
        <h3 className={styles.label}>{t.payload}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
        <pre className={styles.payload} dir="ltr" tabIndex={0}>
          {pretty(payload)}
        </pre>
      </div>
      <div>
        <h3 className={styles.label}>{t.result}</h3>
        {error !== undefined && <p className={topic.trouble}>{error}</p>}
        {message && (
          <div className={styles.result}>
            {message.title && <strong dir="auto">{message.title}</strong>}
            {message.body && <p dir="auto">{message.body}</p>}
            {message.url && <small dir="ltr">{message.url}</small>}
            {(message.priority !== undefined || message.labels?.length) && (
              <small>
                {[message.priority !== undefined && t.priority({ priority: message.priority }), message.labels?.join(', ')]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            )}
          </div>
        )}
        {preset !== undefined && <p className={topic.lead}>{t.recognized({ preset: presets[preset] ?? preset })}</p>}
      </div>
    </div>
  )
}

/** Payloads are JSON as received, usually in one line. */
function pretty(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), undefined, 2)
  } catch {
    return payload
  }
}
