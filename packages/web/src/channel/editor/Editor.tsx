import { useStore } from '@nanostores/react'
import { type Channel, Refusal } from '@waypost/protocol'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { go } from '../../browser/location.ts'
import { channelAddress } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { PictureField } from '../../target/PictureField.tsx'
import { say } from '../../ui/accessibility/announce.ts'
import { focusSoon } from '../../ui/accessibility/focus-soon.ts'
import { showToast } from '../../ui/feedback/feedback.ts'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
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
import { channelEditor } from './en.ts'
import { FeedFields } from './FeedFields.tsx'
import { TagField, useTagTrouble } from './TagField.tsx'

const messages = i18n('channel-editor', channelEditor)

/** The form of an existing or new channel. Give it a `key`: it must be remounted for another channel. */
export function Editor({ channel }: { channel: Channel | undefined }) {
  const t = useStore(messages)
  const form = useRef<HTMLFormElement>(null)
  const unsaved = useEdits(channel)
  const { edits, saved, fields, kept, set } = unsaved
  const { busy, uploading, setUploading, tag, errors, submit, forgetRefusal, forgetTries } = useSaving(channel, unsaved, form)
  const button = channel ? t.save : t.create

  function discard(): void {
    unsaved.clear()
    forgetTries()
    form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }

  return (
    <Stack ref={form} noValidate as="form" gap={4} onSubmit={(event) => void submit(event)}>
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
        error={errors.tag}
        onChange={(value) => {
          forgetRefusal()
          set('tag')(value)
        }}
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
      <Stack as="label" gap={1}>
        <span className={styles.label}>{t.description}</span>
        <textarea
          dir="auto"
          rows={5}
          maxLength={10_000}
          className={styles.about}
          value={fields.description}
          onChange={({ target }) => set('description')(target.value)}
        />
      </Stack>
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
        error={errors.feed}
        onAddress={set('feed_url')}
        onFilters={set('feed_filters')}
      />
      <Row gap={3} rowGap={2} wrap className={styles.end}>
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
      </Row>
      {channel && (
        <DeleteChannel
          channel={channel}
          onDeleted={(name) => {
            unsaved.clear()
            say(name)
            go('/my-channels', { replace: true })
          }}
        />
      )}
    </Stack>
  )
}

/** Edits outlive the page. */
function useEdits(channel: Channel | undefined) {
  const [edits, setEdits] = useState<Edits>(() => readEdits(channel?.iden))
  const [kept, setKept] = useState(() => Object.keys(edits).length > 0)
  const saved = fieldsOf(channel)
  const fields: Fields = { ...saved, ...edits }
  function written(next: Edits): Edits {
    writeEdits(channel?.iden, next)
    return next
  }
  return {
    edits,
    saved,
    fields,
    /** Whether the edits are from an earlier visit. */
    kept,
    set:
      <K extends keyof Fields>(field: K) =>
      (value: Fields[K]) =>
        setEdits((before) => written(edited(before, saved, field, value))),
    onSaved(sent: Edits): void {
      setEdits((now) => written(without(now, sent)))
      setKept(false)
    },
    clear(): void {
      setEdits(written({}))
      setKept(false)
    },
  }
}

function useSaving(
  channel: Channel | undefined,
  { edits, fields, onSaved, clear }: ReturnType<typeof useEdits>,
  form: RefObject<HTMLFormElement | null>,
) {
  const t = useStore(messages)
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const [uploading, setUploading] = useState(false)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<string>()
  /** A feed that was tried and couldn't be read, and why. */
  const [feed, setFeed] = useState<{ address: string; reason: string }>()
  const trouble = tried ? troubleOf(fields) : {}
  const tag = useTagTrouble(session, channel ? '' : fields.tag, refused)
  const words = { needed: t.needed, address: t.address }
  const noFeed = feed?.address === fields.feed_url.trim() ? t.noFeed({ reason: feed.reason }) : undefined
  // A collapsed field must be expanded before it can be focused.
  const focusWrong = () => focusSoon(() => form.current?.querySelector<HTMLElement>('[aria-invalid]'))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || uploading || tag.trouble) return
    setTried(true)
    if (Object.keys(troubleOf(fields)).length > 0) return focusWrong()
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
    if (reason) focusWrong()
    return reason !== undefined
  }

  async function save(of: Channel): Promise<void> {
    const worked = await session.channel.update(of.iden, changeOf(edits, of.feed_error ? of.feed_url : undefined))
    if (!worked) return
    onSaved(edits)
    setTried(false)
    showToast(t.saved)
  }

  async function create(): Promise<void> {
    try {
      const made = await session.channel.create(creationOf(fields))
      clear()
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

  return {
    busy,
    uploading,
    setUploading,
    tag,
    errors: {
      tag: tag.words ?? (trouble.tag && words[trouble.tag]),
      feed: trouble.feed_url ? words[trouble.feed_url] : noFeed,
    },
    submit,
    /** The server's error was about another tag. */
    forgetRefusal: () => setRefused(undefined),
    forgetTries: () => setTried(false),
  }
}
