// Draws the form that registers an OAuth client or changes one.

import { useStore } from '@nanostores/react'
import { type createClient, limits, type Client as OAuthClient, Refusal, type Takes } from '@waypost/protocol'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import topic from '../../page/topics/Topic.module.css'
import { hrefOf, open } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { showToast } from '../../ui/notices/notices.ts'
import own from './Clients.module.css'

const messages = i18n('client-form', {
  createTitle: 'Create a client',
  editTitle: 'Edit the client',
  name: 'Name (name)',
  website_url: 'Website (website_url)',
  image_url: 'Picture (image_url)',
  redirect_uri: 'Where answers go (redirect_uri)',
  allowed_origin: 'Origin of its pages (allowed_origin)',
  nameHelp: 'People see it when they are asked to let it in.',
  website_urlHelp: 'It begins with http:// or https://.',
  image_urlHelp: 'It begins with http:// or https://.',
  redirect_uriHelp: "It begins with https://, http://localhost or your app's own scheme. Its query is free.",
  allowed_originHelp: 'Without a redirect_uri, a page of this origin that opens the consent in a window is told the answer.',
  noName: 'A client needs a name.',
  staysSet: 'What was set once can be changed, and not emptied.',
  create: 'Create',
  save: 'Save',
  cancel: 'Cancel',
  back: 'All clients',
  created: 'The client is registered.',
  saved: 'Saved.',
})

const fields = ['name', 'website_url', 'image_url', 'redirect_uri', 'allowed_origin'] as const
type Field = (typeof fields)[number]
type Values = Record<Field, string>

/** The form of a new or existing OAuth client. */
export function ClientForm({ client, children }: { client?: OAuthClient; children?: ReactNode }) {
  const t = useStore(messages)
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
      // The session shows a banner; this names the field.
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
      <form ref={form} className={own.form} noValidate onSubmit={(event) => void submit(event)}>
        {fields.map((field) => (
          <TextField
            key={field}
            name={field}
            label={t[field]}
            help={t[`${field}Help`]}
            error={errors[field]}
            value={values[field]}
            maxLength={field === 'name' ? limits.nameLength : limits.addressLength}
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
        <div className={topic.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            {client ? t.save : t.create}
          </Button>
          <ButtonLink kind="quiet" href={hrefOf('settings', 'clients')}>
            {client ? t.back : t.cancel}
          </ButtonLink>
          {children && <span className={own.links}>{children}</span>}
        </div>
      </form>
    </section>
  )
}

const valuesOf = (client: OAuthClient | undefined): Values =>
  Object.fromEntries(fields.map((field) => [field, client?.[field] ?? ''])) as Values
