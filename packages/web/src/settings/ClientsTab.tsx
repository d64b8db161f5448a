import { useStore } from '@nanostores/react'
import { addressLength, type createClient, nameLength, type Client as OAuthClient, Refusal, type Takes } from '@waypost/protocol'
import { Eye, EyeOff, Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Secret } from '../page/topics/Secret.tsx'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { TopicList } from '../page/topics/TopicList.tsx'
import { hrefOf, open } from '../route.ts'
import { useSession } from '../session/context.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { showToast } from '../ui/feedback/feedback.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import own from './Clients.module.css'
import { clientForm, clientKeys, clientsWords } from './en.ts'

const messages = i18n('clients', clientsWords)

/** The account's OAuth clients: the list, a new one, or one of them. */
export function ClientsTab({ item }: { item: string }) {
  const { $all } = useSession().oauthClient
  const client = useStore($all).find(({ iden }) => iden === item)
  if (item === 'new') return <ClientForm key="new" />
  if (!client) return <ClientList />
  return (
    <Stack gap={4}>
      <ClientForm key={client.iden} client={client}>
        <TestLink client={client} />
      </ClientForm>
      <ClientKeys client={client} />
    </Stack>
  )
}

function ClientList() {
  const t = useStore(messages)
  const { oauthClient } = useSession()
  const clients = useStore(oauthClient.$all)
  return (
    <TopicList
      title={t.title}
      lead={t.lead}
      empty={t.empty}
      items={clients.map((client) => {
        const name = nameOf(client)
        return {
          key: client.iden,
          name,
          picture: <Avatar name={name} seed={client.iden} image={client.image_url} />,
          line: (
            <>
              <bdi className={own.address}>{client.redirect_uri ?? t.noRedirect}</bdi>
              <span className={own.links}>
                <a href={hrefOf('settings', `clients/${client.iden}`)} aria-label={t.editThis({ name })}>
                  {t.edit}
                </a>
                <TestLink client={client} />
              </span>
            </>
          ),
        }
      })}
      onRemove={oauthClient.remove}
    >
      <Row gap={2} wrap className={topic.actions}>
        <ButtonLink href={hrefOf('settings', 'clients/new')} icon={<Plus size={20} aria-hidden="true" />}>
          {t.create}
        </ButtonLink>
      </Row>
    </TopicList>
  )
}

function TestLink({ client }: { client: OAuthClient }) {
  const t = useStore(messages)
  const { client_id = '', redirect_uri } = client
  const query = new URLSearchParams({ client_id, ...(redirect_uri && { redirect_uri }), response_type: 'code' })
  return (
    <a href={`/authorize?${query}`} target="_blank" rel="noopener" aria-label={t.testThis({ name: nameOf(client) })}>
      {t.test}
    </a>
  )
}

const nameOf = ({ name, client_id }: OAuthClient): string => name?.trim() || client_id || ''

const formWords = i18n('client-form', clientForm)

const fields = ['name', 'website_url', 'image_url', 'redirect_uri', 'allowed_origin'] as const
type Field = (typeof fields)[number]
type Values = Record<Field, string>

function ClientForm({ client, children }: { client?: OAuthClient; children?: ReactNode }) {
  const t = useStore(formWords)
  const { oauthClient } = useSession()
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [values, setValues] = useState<Values>(() => valuesOf(client))
  const [errors, setErrors] = useState<Partial<Values>>({})
  const [busy, setBusy] = useState(false)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  function refuse(wrong: Partial<Values>) {
    setErrors(wrong)
    const first = fields.find((field) => wrong[field])
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const said = Object.fromEntries(fields.map((field) => [field, values[field].trim()])) as Values
    if (said.name === '') return refuse({ name: t.noName })
    // The server ignores empty fields.
    const emptied = fields.filter((field) => said[field] === '' && client?.[field])
    if (emptied.length > 0) return refuse(Object.fromEntries(emptied.map((field) => [field, t.staysSet])))
    setErrors({})
    setBusy(true)
    await (client ? save(client, said) : create(said))
    setBusy(false)
  }

  async function create(said: Values) {
    try {
      const given = Object.fromEntries(fields.filter((field) => said[field] !== '').map((field) => [field, said[field]]))
      const { iden } = await oauthClient.create(given as Takes<typeof createClient>)
      showToast(t.created)
      open('settings', `clients/${iden}`, { replace: true })
    } catch (error) {
      // The session shows a banner; this marks the field.
      if (!(error instanceof Refusal)) throw error
      const field = fields.find((each) => each === error.param)
      if (field) refuse({ [field]: error.message })
    }
  }

  async function save(before: OAuthClient, said: Values) {
    const changed = fields.filter((field) => said[field] !== (before[field] ?? ''))
    const worked = await oauthClient.update(before.iden, Object.fromEntries(changed.map((field) => [field, said[field]])))
    if (worked) showToast(t.saved)
  }

  return (
    <section aria-labelledby="client-form" className={topic.section}>
      <h2 ref={heading} id="client-form" tabIndex={-1} className={`${topic.sectionTitle} ${own.heading}`}>
        {client ? t.editTitle : t.createTitle}
      </h2>
      <Stack ref={form} as="form" gap={4} className={own.form} noValidate onSubmit={(event) => void submit(event)}>
        {fields.map((field) => (
          <TextField
            key={field}
            name={field}
            label={t[field]}
            help={t[`${field}Help`]}
            error={errors[field]}
            value={values[field]}
            maxLength={field === 'name' ? nameLength : addressLength}
            inputMode={field === 'name' ? 'text' : 'url'}
            dir={field === 'name' ? 'auto' : 'ltr'}
            autoComplete="off"
            autoCapitalize={field === 'name' ? 'sentences' : 'none'}
            spellCheck={false}
            required={field === 'name'}
            onChange={(event) => {
              setValues({ ...values, [field]: event.target.value })
              setErrors({ ...errors, [field]: undefined })
            }}
          />
        ))}
        <Row gap={2} wrap className={topic.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            {client ? t.save : t.create}
          </Button>
          <ButtonLink kind="quiet" href={hrefOf('settings', 'clients')}>
            {client ? t.back : t.cancel}
          </ButtonLink>
          {children && <span className={own.links}>{children}</span>}
        </Row>
      </Stack>
    </section>
  )
}

const valuesOf = (client: OAuthClient | undefined): Values =>
  Object.fromEntries(fields.map((field) => [field, client?.[field] ?? ''])) as Values

const keyWords = i18n('client-keys', clientKeys)

/** The secret is only shown on a click. */
function ClientKeys({ client: { client_id = '', client_secret } }: { client: OAuthClient }) {
  const t = useStore(keyWords)
  const [shown, setShown] = useState(false)
  return (
    <Topic title={t.title} lead={t.lead}>
      <Key name="client_id" value={client_id}>
        <code dir="ltr">{client_id}</code>
      </Key>
      {/* Only a session that the owner has signed in to gets the secret. */}
      {client_secret !== undefined && (
        <Key name="client_secret" value={client_secret}>
          {shown ? (
            <code dir="ltr">{client_secret}</code>
          ) : (
            <code>
              <span aria-hidden="true">••••••••••••</span>
              <span className="hidden-words">{t.hidden}</span>
            </code>
          )}
          <IconButton label={shown ? t.hide : t.show} onClick={() => setShown(!shown)}>
            {shown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
          </IconButton>
        </Key>
      )}
    </Topic>
  )
}

interface KeyProps {
  /** The field's name in the API. */
  name: string
  value: string
  children: ReactNode
}

function Key({ name, value, children }: KeyProps) {
  const t = useStore(keyWords)
  return (
    <Stack role="group" aria-label={name} gap={1}>
      <span className={own.keyName}>{name}</span>
      <Secret text={value} copy={t.copy({ what: name })}>
        {children}
      </Secret>
    </Stack>
  )
}
