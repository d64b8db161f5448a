// Draws the form that sets how much one person may store.

import { useStore } from '@nanostores/react'
import { type Person, Refusal, setStorageLimit } from '@waypost/protocol'
import { type FormEvent, useRef, useState } from 'react'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { useSession } from '../session/context.ts'
import { say } from '../ui/accessibility/announce.ts'
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
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const own = person.own_storage_limit === true
  const current = own ? inGiga(person.storage_limit ?? null) : ''
  const text = typed ?? current

  async function store(bytes: number | undefined) {
    setBusy(true)
    try {
      await session.call(setStorageLimit, { iden: person.iden, ...(bytes !== undefined && { bytes }) })
      setTyped(undefined)
      say(bytes === undefined ? t.usual : t.saved)
      onDone()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setTrouble(error.message)
    } finally {
      setBusy(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || text === current) return
    const bytes = bytesOf(text)
    setTrouble(bytes === undefined ? t.invalid : undefined)
    if (bytes === undefined) field.current?.focus()
    else void store(bytes)
  }

  return (
    <Topic title={t.title} lead={own ? t.own : t.planned}>
      <form className={topic.form} noValidate onSubmit={submit}>
        <TextField
          ref={field}
          label={t.limit}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={trouble}
          onChange={({ target }) => {
            setTyped(target.value)
            setTrouble(undefined)
          }}
        />
        <div className={topic.actions}>
          <Button type="submit" busy={busy} unavailable={text === current}>
            {t.save}
          </Button>
          {own && (
            <Button kind="quiet" onClick={() => busy || void store(undefined)}>
              {t.back}
            </Button>
          )}
        </div>
      </form>
    </Topic>
  )
}
