// Shares a source with people, and stops sharing.

import { useStore } from '@nanostores/react'
import { sourcesOf } from '@waypost/client/conversations/source'
import { membersPerSource, type Source } from '@waypost/protocol'
import { useRef, useState } from 'react'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { TopicForm, useSubmit } from '../page/topics/TopicForm.tsx'
import { attempt } from '../page/topics/use-loaded.ts'
import { useSession } from '../session/context.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { RemovableList } from '../ui/lists/RemovableList.tsx'
import { sourceMembers } from './en.ts'

const messages = i18n('source-members', sourceMembers)

export function Members({ source }: { source: Source }) {
  const t = useStore(messages)
  const session = useSession()
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const { busy, done, trouble, touch, run } = useSubmit()
  const members = source.members ?? []

  async function share() {
    const address = email.trim()
    if (!/^[^\s@]+@[^\s@]+$/.test(address)) {
      setError(t.whole)
      return field.current?.focus()
    }
    if (await run(() => sourcesOf(session).share(source.iden, address), t.shared({ email: address }))) setEmail('')
    field.current?.focus()
  }

  return (
    <Topic title={t.title} lead={t.lead}>
      {members.length > 0 && (
        <RemovableList
          items={members.map(({ email: address, name, image_url }) => ({
            key: address,
            name: name || address,
            picture: <Avatar name={name || address} seed={address} image={image_url} />,
            line: name ? address : undefined,
          }))}
          words={{
            remove: t.remove,
            confirm: t.remove,
            busy: t.removing,
            removeThis: (name) => t.removeThis({ name }),
            removed: (name) => t.removed({ name }),
          }}
          onRemove={(address) => attempt(() => sourcesOf(session).unshare(source.iden, address), t.notRemoved)}
          empty={undefined}
        />
      )}
      {members.length >= membersPerSource ? (
        <p className={topic.lead}>{t.full({ most: membersPerSource })}</p>
      ) : (
        <TopicForm label={t.share} kind="secondary" busy={busy} trouble={trouble} done={done} onSubmit={() => void share()}>
          <TextField
            ref={field}
            label={t.email}
            type="email"
            inputMode="email"
            dir="ltr"
            value={email}
            error={error}
            autoComplete="off"
            onChange={({ target }) => {
              setEmail(target.value)
              setError(undefined)
              touch()
            }}
          />
        </TopicForm>
      )}
    </Topic>
  )
}
