// Draws a message of an SMS conversation.

import { useStore } from '@nanostores/react'
import type { Sms, SmsItem } from '@waypost/client/sms'
import { Refusal } from '@waypost/protocol'
import { Copy, File as FileIcon } from 'lucide-react'
import { type KeyboardEvent, memo } from 'react'
import { copyText } from '../browser/clipboard.ts'
import { helpSite, supportContact } from '../browser/document.ts'
import { chooseFiles } from '../browser/files/files.ts'
import { secureImage } from '../browser/images.ts'
import { LinkedText } from '../format/LinkedText.tsx'
import { percentOf } from '../format/size.ts'
import { smsTime } from '../format/text-labels.ts'
import { clockOf } from '../format/time.ts'
import { UpgradeLink } from '../page/UpgradeLink.tsx'
import { Bubble, BubbleNote, BubbleText, BubbleTrouble, NoteButton } from '../ui/cards/Bubble.tsx'
import { FileCard } from '../ui/cards/FileCard.tsx'
import { ImageCard } from '../ui/cards/ImageCard.tsx'
import { DiscardButton, MessageItem, MessageReason, MessageTime } from '../ui/cards/MessageItem.tsx'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { i18n, params } from '../ui/language.ts'
import { TimeDivider } from '../ui/lists/Divider.tsx'
import { closeBannersOf, showBanner, showToast } from '../ui/notices/notices.ts'
import { type Preview, pictureSource } from './picture.ts'
import styles from './SmsBubble.module.css'

const messages = i18n('text-bubble', {
  pending: 'Pending',
  stuck: 'Stuck pending?',
  failed: 'Failed',
  retry: 'Retry',
  discard: 'Discard',
  discarding: 'Error deleting Text',
  upgrade: 'Upgrade to Pro',
  lost: 'The picture was not sent before the page was closed. Choose it again.',
  broken: 'This picture could not be read.',
  copy: 'Copy',
  copied: 'Copied',
  picture: 'Picture',
  you: 'You',
  label: params('{name}: {text}, {time}'),
  standing: params('{label}, {state}'),
  uploading: params('{part} sent'),
})

interface SmsBubbleProps {
  item: SmsItem
  /** The name of the target. */
  name: string
  /** Milliseconds since 1970. */
  now: number
  last: boolean
  /** The next one stands right under it: the same side, less than a minute later. */
  close: boolean
  /** The note under it if the phone does not answer. */
  away: string | undefined
  /** The one row that Tab stops at. */
  tabStop: boolean
  position: number
  size: number
  texts: Sms
  onSend: (message: string) => void
}

/** A message, with the time bar above and the text under it. */
export const SmsBubble = memo(function SmsBubble(props: SmsBubbleProps) {
  const t = useStore(messages)
  const { item, name, now, last, close, away, tabStop, position, size, texts, onSend } = props
  const { body, side, state, sender, stuck, error, upgrade, lost } = item
  const then = item.created * 1_000
  const time = clockOf(then, now)
  const said = body || t.picture
  const label = t.label({ name: side === 'out' ? t.you : (sender ?? name), text: said.slice(0, 120), time })
  const standing = state === 'pending' ? t.pending : state === 'failed' ? t.failed : undefined
  const pictures = picturesOf(item)

  async function retry() {
    if (!item.own) return onSend(body)
    if (!lost) return texts.retry(item.key)
    const [file] = await chooseFiles({ multiple: false })
    const picture = file && (await pictureSource(file))
    if (picture) texts.retry(item.key, picture)
    else if (file) showToast(t.broken)
  }

  async function discard() {
    try {
      await texts.discard(item.key)
      closeBannersOf(t.discarding)
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      showBanner({ title: t.discarding, body: refusal.message })
    }
  }

  const copy = async () => {
    if (await copyText(body)) showToast(t.copied)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const act = { c: body ? copy : undefined, r: state === 'failed' ? retry : undefined, Delete: item.own ? discard : undefined }[
      event.key
    ]
    if (!act) return
    event.preventDefault()
    void act()
  }

  return (
    <MessageItem
      id={item.key}
      side={side}
      close={close}
      label={standing === undefined ? label : t.standing({ label, state: standing })}
      tabStop={tabStop}
      position={position}
      size={size}
      onKeyDown={onKeyDown}
    >
      {item.timeBar && <TimeDivider time={new Date(then).toISOString()}>{time}</TimeDivider>}
      {sender && (
        <p className={styles.sender} dir="auto">
          {sender}
        </p>
      )}
      {pictures.map(({ src, ...shape }, index) => (
        <div key={src} className={styles.picture}>
          <Bubble
            side={side}
            state={state === 'pending' ? 'waiting' : state}
            shape="card"
            progress={
              index === 0 && item.progress !== undefined ? progressOf(item.progress, item.picture ?? t.picture) : undefined
            }
          >
            <ImageCard src={src} name={item.picture || t.picture} instead={fileCard(src, item.picture || t.picture)} {...shape} />
          </Bubble>
        </div>
      ))}
      {(body !== '' || pictures.length === 0) && (
        <Bubble
          side={side}
          state={state === 'pending' ? 'waiting' : state}
          actions={
            body !== '' && (
              <>
                <MessageTime>{time}</MessageTime>
                <IconButton label={t.copy} size="small" tabIndex={tabStop ? 0 : -1} onClick={() => void copy()}>
                  <Copy size={16} aria-hidden="true" />
                </IconButton>
              </>
            )
          }
        >
          <BubbleText>{body === '' ? item.picture || t.picture : <LinkedText text={body} />}</BubbleText>
        </Bubble>
      )}
      {state === 'pending' && (
        <BubbleNote side={side}>
          {t.pending}
          {stuck && (
            <a href={helpSite() ?? supportContact().href} target="_blank" rel="noreferrer" className={styles.help}>
              {t.stuck}
            </a>
          )}
          {item.own && <DiscardButton label={t.discard} onClick={() => void discard()} />}
        </BubbleNote>
      )}
      {away && <MessageReason tone="waiting">{away}</MessageReason>}
      {state === 'failed' && (
        <BubbleNote side={side}>
          <BubbleTrouble>{t.failed}</BubbleTrouble>
          {(item.own || body !== '') && side === 'out' && <NoteButton onClick={() => void retry()}>{t.retry}</NoteButton>}
          {item.own && <NoteButton onClick={() => void discard()}>{t.discard}</NoteButton>}
        </BubbleNote>
      )}
      {state === 'failed' && (error || lost) && (
        <MessageReason tone="failed">
          {error ?? t.lost}
          {upgrade && <UpgradeLink>{t.upgrade}</UpgradeLink>}
        </MessageReason>
      )}
      {state === 'settled' && last && (
        <BubbleNote side={side}>
          <time dateTime={new Date(then).toISOString()}>{smsTime(then, now)}</time>
        </BubbleNote>
      )}
    </MessageItem>
  )
})

/** The picture of a message, by URL or inline. */
const picture = /^(https?:|data:image\/(png|jpeg|gif|webp);base64,)/

function picturesOf({ pictures, preview }: SmsItem): { src: string; width?: number; height?: number }[] {
  const own = preview as Preview | undefined
  if (own) return [{ src: own.url, ...(own.width && { width: own.width }), ...(own.height && { height: own.height }) }]
  return [...new Set(pictures)].filter((url) => picture.test(url)).map((url) => ({ src: secureImage(url) ?? url }))
}

/** A picture that this browser cannot draw can be saved. */
const fileCard = (src: string, name: string) => (
  <FileCard name={name} kind="" icon={<FileIcon size={20} aria-hidden="true" />} href={src} />
)

function progressOf(value: number, name: string) {
  return { value, label: name, text: messages.get().uploading({ part: percentOf(value) }) }
}
