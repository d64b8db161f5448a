// Draws the form that creates a channel or changes one.

import { useStore } from '@nanostores/react'
import { type Channel, Refusal } from '@waypost/protocol'
import { type FormEvent, useId, useRef, useState } from 'react'
import { go } from '../../browser/location.ts'
import { channelAddress } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { PictureField } from '../../target/PictureField.tsx'
import { say } from '../../ui/accessibility/announce.ts'
import { focusSoon } from '../../ui/accessibility/focus-soon.ts'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n, params } from '../../ui/language.ts'
import { showToast } from '../../ui/notices/notices.ts'
import { DeleteChannel } from './DeleteChannel.tsx'
import styles from './Editor.module.css'
import {
  changeOf,
  creationOf,
  type Edits,
  edited,
  type Fields,
  fieldsOf,
  readEdits,
  troubleOf,
  without,
  writeEdits,
} from './edits.ts'
import { FeedFields } from './FeedFields.tsx'
import { TagField, useTagTrouble } from './TagField.tsx'

const messages = i18n('channel-editor', {
  image: 'Image',
  name: 'Name',
  nameHelp: 'What people see. Without one it is the tag.',
  description: 'Description',
  save: 'Save',
  create: 'Create',
  see: 'See the channel',
  saved: 'Saved',
  created: params('{name} created'),
  kept: 'What you had changed and not saved is here again.',
  discard: 'Discard changes',
  unsaved: 'Not saved yet',
  waits: params('{button} waits for the image.'),
  hidden: params('{button} comes back as soon as the tag can be used.'),
  needed: 'A channel needs a tag.',
  address: 'An address begins with https:// or http://.',
  noFeed: params('This feed cannot be read: {reason} Correct the address, or leave it empty.'),
})

/** The form of an existing or new channel. Give it a `key`: it must be remounted for another channel. */
export function Editor({ channel }: { channel: Channel | undefined }) {
  const t = useStore(messages)
  const session = useSession()
  const form = useRef<HTMLFormElement>(null)
  const about = useId()
  const [edits, setEdits] = useState<Edits>(() => readEdits(channel?.iden))
  const [kept, setKept] = useState(() => Object.keys(edits).length > 0)
  const [busy, setBusy] = useState(false)
  const [uploading, setUploading] = useState(false)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<string>()
  /** A feed that was tried and cannot be read, and why. */
  const [feed, setFeed] = useState<{ address: string; reason: string }>()
  const saved = fieldsOf(channel)
  const fields: Fields = { ...saved, ...edits }
  const trouble = tried ? troubleOf(fields) : {}
  const tag = useTagTrouble(session, channel ? '' : fields.tag, refused)
  const button = channel ? t.save : t.create

  function keep(next: Edits): void {
    setEdits(next)
    writeEdits(channel?.iden, next)
  }

  const set =
    <K extends keyof Fields>(field: K) =>
    (value: Fields[K]) => {
      // The server's error was about another tag.
      if (field === 'tag') setRefused(undefined)
      setEdits((before) => {
        const next = edited(before, saved, field, value)
        writeEdits(channel?.iden, next)
        return next
      })
    }

  function discard(): void {
    keep({})
    setKept(false)
    setTried(false)
    form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || uploading || tag.trouble) return
    setTried(true)
    if (Object.keys(troubleOf(fields)).length > 0) {
      // A collapsed field must be expanded before it can be focused.
      focusSoon(() => form.current?.querySelector<HTMLElement>('[aria-invalid]'))
      return
    }
    setBusy(true)
    if (!(await feedFails())) {
      if (channel) await save(channel)
      else await create()
    }
    setBusy(false)
  }

  /** Tries a new feed before it is saved, and shows why it cannot be read. */
  async function feedFails(): Promise<boolean> {
    const address = edits.feed_url?.trim()
    const reason = address ? await session.channel.feedTrouble(address) : undefined
    setFeed(address && reason ? { address, reason } : undefined)
    if (reason) focusSoon(() => form.current?.querySelector<HTMLElement>('[aria-invalid]'))
    return reason !== undefined
  }

  async function save(of: Channel): Promise<void> {
    const worked = await session.channel.update(of.iden, changeOf(edits, of.feed_error ? of.feed_url : undefined))
    if (!worked) return
    setEdits((now) => {
      const next = without(now, edits)
      writeEdits(of.iden, next)
      return next
    })
    setKept(false)
    setTried(false)
    showToast(t.saved)
  }

  async function create(): Promise<void> {
    try {
      const made = await session.channel.create(creationOf(fields))
      keep({})
      showToast(t.created({ name: made.name ?? fields.tag }))
      go(channelAddress(made.tag ?? fields.tag), { replace: true })
    } catch (error) {
      // The session shows a banner.
      if (!(error instanceof Refusal)) throw error
      if (error.code !== 'tag_taken') return
      setRefused(fields.tag)
      form.current?.querySelector<HTMLElement>('input')?.focus()
    }
  }

  const words = { needed: t.needed, address: t.address }
  const noFeed = feed?.address === fields.feed_url.trim() ? t.noFeed({ reason: feed.reason }) : undefined
  const feedError = trouble.feed_url ? words[trouble.feed_url] : noFeed
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      {kept && (
        <div className={styles.kept} role="status">
          <p>{t.kept}</p>
          <Button kind="quiet" onClick={discard}>
            {t.discard}
          </Button>
        </div>
      )}
      <TagField
        value={fields.tag}
        fixed={channel !== undefined}
        asking={tag.asking}
        free={tag.free}
        error={tag.words ?? (trouble.tag && words[trouble.tag])}
        onChange={set('tag')}
      />
      <TextField
        label={t.name}
        help={t.nameHelp}
        value={fields.name}
        dir="auto"
        maxLength={1_000}
        autoComplete="off"
        onChange={({ target }) => set('name')(target.value)}
      />
      <div className={styles.field}>
        <label htmlFor={about} className={styles.label}>
          {t.description}
        </label>
        <textarea
          id={about}
          dir="auto"
          rows={5}
          maxLength={10_000}
          className={styles.about}
          value={fields.description}
          onChange={({ target }) => set('description')(target.value)}
        />
      </div>
      <PictureField
        label={t.image}
        name={fields.name || fields.tag}
        seed={fields.tag}
        value={fields.image_url}
        onChange={set('image_url')}
        onBusy={setUploading}
      />
      <FeedFields
        address={fields.feed_url}
        filters={fields.feed_filters}
        known={saved.feed_url !== ''}
        refusal={edits.feed_url === undefined ? channel?.feed_error : undefined}
        error={feedError}
        onAddress={set('feed_url')}
        onFilters={set('feed_filters')}
      />
      <div className={styles.end}>
        {tag.trouble ? (
          <p className={styles.hidden}>{t.hidden({ button })}</p>
        ) : (
          <Button kind="primary" type="submit" busy={busy} unavailable={uploading}>
            {button}
          </Button>
        )}
        {channel && <ButtonLink href={channelAddress(fields.tag)}>{t.see}</ButtonLink>}
        {uploading && <span className={styles.unsaved}>{t.waits({ button })}</span>}
        {channel && !uploading && !busy && Object.keys(edits).length > 0 && <span className={styles.unsaved}>{t.unsaved}</span>}
      </div>
      {channel && (
        <DeleteChannel
          channel={channel}
          onDeleted={(name) => {
            writeEdits(channel.iden, {})
            say(name)
            go('/my-channels', { replace: true })
          }}
        />
      )}
    </form>
  )
}
