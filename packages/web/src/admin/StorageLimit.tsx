// Draws the form that sets how much one person may store.

import { useStore } from '@nanostores/react'
import { type Person, setStorageLimit } from '@waypost/protocol'
import { useRef, useState } from 'react'
import { Topic } from '../page/topics/Topic.tsx'
import { TopicForm, useSubmit } from '../page/topics/TopicForm.tsx'
import { useSession } from '../session/context.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { bytesOf, inGiga } from './operation/gigabytes.ts'

const messages = i18n('admin-storage-limit', {
  title: 'Storage limit',
  planned: 'The plan of this person decides how much can be stored. A limit that you set here holds in its place.',
  own: 'An administrator has set this limit, in place of what the plan gives. A lower one deletes nothing.',
  limit: 'Limit, in GB',
  invalid: 'Type a number of gigabytes from 0.001 to 1,000,000.',
  save: 'Save limit',
  saved: 'Limit saved',
  back: 'Use the limit of the plan',
  usual: 'The limit of the plan holds now.',
})

/** @param onDone called after a change: what is shown of the person is no longer right */
export function StorageLimit({ person, onDone }: { person: Person; onDone: () => void }) {
  const t = useStore(messages)
  const session = useSession()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const { busy, trouble, touch, run } = useSubmit()
  const own = person.own_storage_limit === true
  const current = own ? inGiga(person.storage_limit ?? null) : ''
  const text = typed ?? current

  const store = (bytes: number | undefined) =>
    run(
      async () => {
        await session.call(setStorageLimit, { iden: person.iden, ...(bytes !== undefined && { bytes }) })
        setTyped(undefined)
        onDone()
      },
      bytes === undefined ? t.usual : t.saved,
    )

  function submit() {
    const bytes = bytesOf(text)
    setWrong(bytes === undefined ? t.invalid : undefined)
    if (bytes === undefined) field.current?.focus()
    else void store(bytes)
  }

  return (
    <Topic title={t.title} lead={own ? t.own : t.planned}>
      <TopicForm
        label={t.save}
        kind="secondary"
        busy={busy}
        unavailable={text === current}
        buttons={
          own && (
            <Button kind="quiet" onClick={() => void store(undefined)}>
              {t.back}
            </Button>
          )
        }
        onSubmit={submit}
      >
        <TextField
          ref={field}
          label={t.limit}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={wrong ?? trouble}
          onChange={({ target }) => {
            setTyped(target.value)
            setWrong(undefined)
            touch()
          }}
        />
      </TopicForm>
    </Topic>
  )
}
