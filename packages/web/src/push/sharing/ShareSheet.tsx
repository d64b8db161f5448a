// Draws the sheet for a share from another app: its content, which can be edited, and the targets to send it to.

import { useStore } from '@nanostores/react'
import type { HistoryItem, Session, Target } from '@waypost/client'
import { until } from '@waypost/client/ground/until'
import { isLink } from '@waypost/client/words/short-links'
import { addressLength, bodyLength, isBlank, titleLength } from '@waypost/protocol'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { dropShare } from '../../browser/app/kept-shares.ts'
import type { SharedContent } from '../../browser/app/shared-content.ts'
import { currentHash, go } from '../../browser/location.ts'
import { $touch } from '../../browser/media.ts'
import { $networkUp } from '../../browser/network.ts'
import { lineOf, nameOf } from '../../format/names.ts'
import { open } from '../../route.ts'
import { useCalmStore } from '../../session/calm-store.ts'
import { useSession } from '../../session/context.ts'
import { TargetAvatar } from '../../target/TargetAvatar.tsx'
import { focusMain } from '../../ui/accessibility/focus.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Button } from '../../ui/inputs/Button.tsx'
import { Combobox } from '../../ui/inputs/Combobox.tsx'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { sendFiles } from '../files.ts'
import { type Arrived, readArrived } from './arrivals.ts'
import { shareSheet } from './en.ts'
import { SharedFiles } from './SharedFiles.tsx'
import styles from './ShareSheet.module.css'
import { shareFields } from './share-fields.ts'
import { readRecipient } from './share-link.ts'

const messages = i18n('share-sheet', shareSheet)

/** In milliseconds. Earlier clicks are ignored: another site may have brought the user here in the middle of a double click. */
const ignoredFor = 500
/** How long the files of a launch may take to arrive, in milliseconds. */
const launchWithin = 3_000

/** The sheet for the share named by the query. */
export function ShareSheet({ query }: { query: Record<string, string> }) {
  const t = useStore(messages)
  const [arrived, setArrived] = useState<Arrived>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: mounted once for each query
  useEffect(() => {
    let left = false
    const show = (found: Arrived) => {
      if (left) return
      if ('open' in found) open(found.open.section, found.open.item, { replace: true })
      else setArrived(found)
    }
    // The address changes once the files of a launch are stored.
    const timer = query.files === undefined ? undefined : setTimeout(() => show({ problem: 'gone' }), launchWithin)
    if (timer === undefined) void readArrived(query).then(show)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [])
  if (arrived && 'content' in arrived) return <Chooser content={arrived.content} id={arrived.id} />
  return (
    <Dialog title={t.heading} onClose={leave} actions={<Button onClick={leave}>{t.close}</Button>}>
      {arrived && 'problem' in arrived ? (
        <p role="alert">{t[arrived.problem]}</p>
      ) : (
        <div className={styles.wait}>
          <Spinner label={t.loading} />
        </div>
      )}
    </Dialog>
  )
}

interface ChooserProps {
  content: SharedContent
  /** The id under which it is stored; undefined for the content of a link. */
  id: string | undefined
}

/** One click on a target sends it. */
function Chooser({ content, id }: ChooserProps) {
  const t = useStore(messages)
  const session = useSession()
  const offline = useStore(session.$connection) === 'offline'
  const networkUp = useStore($networkUp)
  const touch = useStore($touch)
  const [draft, setDraft] = useState(() => shareFields(content))
  const [files, setFiles] = useState(content.files)
  const [query, setQuery] = useState('')
  const [errors, setErrors] = useState<{ url?: string; all?: string }>({})
  const targets = useShareTargets(query, content.to)
  const [shownAt] = useState(() => performance.now())
  const sent = useRef(false)

  function set(change: Partial<Draft>) {
    setDraft({ ...draft, ...change })
    setErrors({})
  }

  function cancel() {
    if (id !== undefined) void dropShare(id)
    leave()
  }

  async function send(target: Target) {
    if (sent.current || performance.now() - shownAt < ignoredFor) return
    const texts = !Object.values(draft).every(isBlank)
    if (draft.url.trim() !== '' && !isLink(draft.url.trim())) return setErrors({ url: t.noLink })
    if (!texts && files.length === 0) return setErrors({ all: t.empty })
    sent.current = true
    if (texts) session.push.send(draft, target)
    const guids = await sendFiles(session, files, target)
    // If sending fails, the files stay with the share.
    if (id !== undefined && (guids || files.length === 0)) void dropOnceSent(session, target, id, guids ?? [])
    open(session.target.sectionOf(target), target.key, { replace: true })
    requestAnimationFrame(focusMain)
  }

  return (
    <Dialog title={t.heading} lasting onClose={cancel} actions={<Button onClick={cancel}>{t.cancel}</Button>}>
      {/* On touch screens the search field would open the keyboard over the list. */}
      <div className={styles.shared} tabIndex={-1} {...(touch && { 'data-first': '' })}>
        <Fields draft={draft} onChange={set} linkError={errors.url} />
        <SharedFiles files={files} onRemove={(file) => setFiles(files.filter((each) => each !== file))} />
      </div>
      {errors.all && (
        <p role="alert" className={styles.error}>
          {errors.all}
        </p>
      )}
      {(offline || !networkUp) && (
        <p role="status" className={styles.note}>
          {t.offline}
        </p>
      )}
      <Combobox
        inline
        label={t.search}
        hideLabel
        placeholder={t.search}
        text={query}
        onText={setQuery}
        options={targets.map((target) => ({ key: keyOf(target), target }))}
        focus={!touch}
        draw={({ target }) => ({
          picture: <TargetAvatar target={target} size={28} />,
          name: nameOf(target),
          line: lineOf(target),
        })}
        onPick={({ target }) => void send(target)}
        onLeave={cancel}
      />
      {targets.length === 0 && (
        <p role="status" className={styles.note} dir="auto">
          {t.none({ query: query.trim() })}
        </p>
      )}
    </Dialog>
  )
}

type Draft = ReturnType<typeof shareFields>

/** The fields of the message; those for title and link only if it has one. */
function Fields(props: { draft: Draft; onChange: (change: Partial<Draft>) => void; linkError: string | undefined }) {
  const { draft, onChange, linkError } = props
  const t = useStore(messages)
  const [given] = useState(draft)
  const message = useId()
  return (
    <>
      {given.title !== '' && (
        <TextField
          label={t.title}
          dir="auto"
          maxLength={titleLength}
          value={draft.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      )}
      {given.url !== '' && (
        <TextField
          label={t.url}
          inputMode="url"
          maxLength={addressLength}
          value={draft.url}
          error={linkError}
          onChange={(event) => onChange({ url: event.target.value })}
        />
      )}
      <Stack gap={1} className={styles.message}>
        <label htmlFor={message} className={styles.label}>
          {t.message}
        </label>
        <textarea
          id={message}
          dir="auto"
          rows={given.body === '' ? 1 : 3}
          maxLength={bodyLength}
          value={draft.body}
          onChange={(event) => onChange({ body: event.target.value })}
        />
      </Stack>
    </>
  )
}

/** Closes the sheet, by going to the address of the page behind it. */
function leave(): void {
  go(`/${currentHash()}`, { replace: true })
}

/**
 * Drops a share that was sent, once all its files are stored for upload, or uploaded. Copying a large one takes seconds, and a phone may
 * kill the app right after the tap. Other shares are dropped after a day.
 * @param guids of the pushes of its files
 */
async function dropOnceSent(session: Session, target: Target, id: string, guids: readonly string[]): Promise<void> {
  const kept = await Promise.all(guids.map((guid) => session.keptFiles?.isKept(guid)))
  const needed = guids.filter((_, index) => !kept[index])
  await until(session.push.history(target), ({ items }) => !items.some((item) => needed.includes(item.key) && isHere(item)))
  await dropShare(id)
}

/** Whether an item's file isn't on the server yet. */
const isHere = ({ state, upload_done }: HistoryItem): boolean => state !== 'settled' && upload_done !== true

/** The most targets listed before anything is typed. */
const most = 30

/**
 * The targets to choose from: those that match the query, or the one that `to` names, then Me, then the rest by last message. A typed email
 * address is a target, too.
 */
function useShareTargets(query: string, to: string | undefined): readonly Target[] {
  const session = useSession()
  const { target } = session
  const people = useStore(target.$people)
  const devices = useStore(target.$devices)
  const following = useStore(target.$following)
  const last = useCalmStore(target.$last)
  const recent = useMemo(() => {
    const at = ({ key }: Target) => last.get(key)?.push.created ?? 0
    return [...people, ...devices, ...following].sort((one, other) => at(other) - at(one))
  }, [people, devices, following, last])
  const typed = query.trim()
  const all = typed === '' ? [proposed(), target.me, ...recent] : [...target.search(typed).map(({ target }) => target), written()]
  const known = new Map<string, Target>()
  for (const each of all) if (each && isOpenTo(each)) known.set(keyOf(each), each)
  return [...known.values()].slice(0, typed === '' ? most : undefined)

  function proposed(): Target | undefined {
    const place = to === undefined ? undefined : readRecipient(to)
    return place && target.find(place.section, place.item)
  }

  function written(): Target | undefined {
    const place = typed.includes('@') ? readRecipient(typed) : undefined
    return place && target.find('people', place.item)
  }

  function isOpenTo({ type, key }: Target): boolean {
    return type !== 'subscription' && type !== 'grant' && !(type === 'chat' && session.block.find(key) !== undefined)
  }
}

/** Unique among all targets. */
const keyOf = ({ type, key }: Target): string => `${type} ${key}`
