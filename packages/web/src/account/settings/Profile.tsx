// Draws the settings that change the name and the picture of the account.

import { useStore } from '@nanostores/react'
import { type Account, Refusal, updateMe } from '@waypost/protocol'
import { type FormEvent, useRef, useState } from 'react'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { useSession } from '../../session/context.ts'
import { PictureField } from '../../target/PictureField.tsx'
import { say } from '../../ui/accessibility/announce.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './Settings.module.css'

const messages = i18n('profile', {
  title: 'Profile',
  lead: 'How other people see you.',
  name: 'Name',
  picture: 'Picture',
  save: 'Save profile',
  saved: 'Your profile is saved.',
})

/** Unsaved input. Other fields show what another window may change. */
type Edits = Partial<Record<'name' | 'image_url', string>>

/** The name and the picture, which other people see. */
export function Profile() {
  const t = useStore(messages)
  const account = useStore(useSession().$account)
  return (
    <Topic title={t.title} lead={t.lead}>
      {account && <Form account={account} />}
    </Topic>
  )
}

function Form({ account }: { account: Account }) {
  const t = useStore(messages)
  const session = useSession()
  const [edits, setEdits] = useState<Edits>({})
  const [uploading, setUploading] = useState(false)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { name: savedName = '', image_url: savedImage = '' } = account
  const { name = savedName, image_url = savedImage } = edits
  const changed = name.trim() !== savedName || image_url !== savedImage

  function edit(more: Edits) {
    setEdits((before) => ({ ...before, ...more }))
    setDone(false)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || uploading || !changed) return
    setBusy(true)
    setTrouble(undefined)
    try {
      // The server ignores an empty field, and clears one with a space.
      await session.call(updateMe, { name: name.trim() || ' ', image_url: image_url || ' ' })
      await session.refreshAccount()
      setEdits((now) => (now === edits ? {} : now))
      setDone(true)
      say(t.saved)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setTrouble(error.message)
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={topic.form} onSubmit={submit} noValidate>
      {trouble && (
        <p role="alert" className={topic.trouble}>
          {trouble}
        </p>
      )}
      <PictureField
        label={t.picture}
        size={64}
        name={name || account.email}
        seed={account.email_normalized}
        value={image_url}
        onChange={(address) => edit({ image_url: address })}
        onBusy={setUploading}
      />
      <TextField
        ref={field}
        name="name"
        label={t.name}
        autoComplete="name"
        dir="auto"
        value={name}
        maxLength={100}
        onChange={({ target }) => edit({ name: target.value })}
      />
      <div className={topic.actions}>
        <Button type="submit" kind="primary" busy={busy} unavailable={!changed || uploading}>
          {t.save}
        </Button>
        <span className={styles.done}>{done && t.saved}</span>
      </div>
    </form>
  )
}
