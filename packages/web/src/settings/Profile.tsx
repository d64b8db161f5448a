import { useStore } from '@nanostores/react'
import { type Account, updateMe } from '@waypost/protocol'
import { useRef, useState } from 'react'
import { Topic } from '../page/topics/Topic.tsx'
import { TopicForm, useSubmit } from '../page/topics/TopicForm.tsx'
import { useSession } from '../session/context.ts'
import { PictureField } from '../target/PictureField.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { profile } from './en.ts'

const messages = i18n('profile', profile)

/** Unsaved input. Other fields follow changes from other windows. */
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
  const { busy, trouble, done, touch, run } = useSubmit()
  const field = useRef<HTMLInputElement>(null)
  const { name: savedName = '', image_url: savedImage = '' } = account
  const { name = savedName, image_url = savedImage } = edits
  const changed = name.trim() !== savedName || image_url !== savedImage

  function edit(more: Edits) {
    setEdits((before) => ({ ...before, ...more }))
    touch()
  }

  async function submit() {
    const saved = await run(async () => {
      // The server ignores an empty field, and clears one with a space.
      await session.call(updateMe, { name: name.trim() || ' ', image_url: image_url || ' ' })
      await session.refreshAccount()
      setEdits((now) => (now === edits ? {} : now))
    }, t.saved)
    if (!saved) field.current?.focus()
  }

  return (
    <TopicForm
      label={t.save}
      busy={busy}
      unavailable={!changed || uploading}
      trouble={trouble}
      done={done}
      onSubmit={() => void submit()}
    >
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
    </TopicForm>
  )
}
