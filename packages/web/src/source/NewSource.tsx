import { useStore } from '@nanostores/react'
import { sourcesOf } from '@waypost/client/conversations/source'
import { nameLength, Refusal } from '@waypost/protocol'
import { Activity, GitBranch, House, type LucideIcon, Server, Terminal, Tv } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import pane from '../page/shell/NewTargetPane.module.css'
import { PaneHeader, PaneTitle } from '../page/shell/PaneHeader.tsx'
import topic from '../page/topics/Topic.module.css'
import { open, sourceItem } from '../route.ts'
import { useSession } from '../session/context.ts'
import { PictureField } from '../target/PictureField.tsx'
import { Button } from '../ui/inputs/Button.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { newSource } from './en.ts'
import styles from './Source.module.css'
import { keepTokens } from './tokens.ts'

const messages = i18n('new-source', newSource)

const examples = [
  ['kuma', Activity],
  ['proxmox', Server],
  ['sonarr', Tv],
  ['home', House],
  ['script', Terminal],
  ['github', GitBranch],
] as const satisfies readonly (readonly [string, LucideIcon])[]

/** `#sources/new`: creates a source. */
export function NewSource() {
  const t = useStore(messages)
  const session = useSession()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [picture, setPicture] = useState('')
  const [uploading, setUploading] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string>()

  function take(words: string) {
    setName(words)
    setError(undefined)
    field.current?.focus()
  }

  async function create(event: FormEvent) {
    event.preventDefault()
    if (busy || uploading) return
    if (name.trim() === '') {
      setError(t.needed)
      return field.current?.focus()
    }
    setBusy(true)
    setTrouble(undefined)
    try {
      const made = await sourcesOf(session).create({ name: name.trim(), ...(picture && { image_url: picture }) })
      keepTokens(made)
      open('sources', sourceItem(made.iden, 'setup'), { replace: true })
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      setTrouble(cause.message)
      setBusy(false)
    }
  }

  return (
    <div className={pane.pane}>
      <PaneHeader section="sources">
        <PaneTitle page>{t.title}</PaneTitle>
      </PaneHeader>
      <div className={pane.body}>
        <p className={pane.lead}>{t.lead}</p>
        <section aria-label={t.examples} className={styles.examples}>
          {examples.map(([key, Icon]) => (
            <button key={key} type="button" className={styles.example} onClick={() => take(t[key])}>
              <Icon size={20} aria-hidden="true" />
              <span>
                <strong>{t[key]}</strong>
                <small>{t[`${key}More`]}</small>
              </span>
            </button>
          ))}
        </section>
        <Stack as="form" gap={4} noValidate onSubmit={(event) => void create(event)}>
          <TextField
            ref={field}
            label={t.name}
            help={t.nameHelp}
            value={name}
            dir="auto"
            maxLength={nameLength}
            autoComplete="off"
            error={error}
            data-first=""
            onChange={({ target }) => {
              setName(target.value)
              setError(undefined)
            }}
          />
          <PictureField
            label={t.picture}
            size={64}
            name={name}
            seed={name}
            value={picture}
            onChange={setPicture}
            onBusy={setUploading}
          />
          {trouble && (
            <p role="alert" className={topic.trouble}>
              {trouble}
            </p>
          )}
          <Row gap={2} wrap className={topic.actions}>
            <Button type="submit" kind="primary" busy={busy} unavailable={uploading}>
              {t.create}
            </Button>
            {uploading && <span className={styles.second}>{t.waits}</span>}
          </Row>
        </Stack>
      </div>
    </div>
  )
}
