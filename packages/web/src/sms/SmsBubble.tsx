import { useStore } from '@nanostores/react'
import type { Sms, SmsItem } from '@waypost/client/sms'
import { Refusal } from '@waypost/protocol'
import { Copy, File as FileIcon } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode } from 'react'
import { copyText } from '../browser/clipboard.ts'
import { helpSite, supportContact } from '../browser/document.ts'
import { chooseFiles } from '../browser/files/files.ts'
import { secureImage } from '../browser/images.ts'
import { ExactTime, TimeBelow } from '../conversation/ExactTime.tsx'
import { placeOfTime } from '../conversation/groups.ts'
import { MessageItem, type MessagePlace, MessageTime } from '../conversation/MessageItem.tsx'
import { UnsentNote } from '../conversation/UnsentNote.tsx'
import { LinkedText } from '../format/LinkedText.tsx'
import { percentOf } from '../format/size.ts'
import { smsTime } from '../format/text-labels.ts'
import { clockOf, hourOf } from '../format/time.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Bubble, BubbleTail, BubbleText } from '../ui/cards/Bubble.tsx'
import { FileCard } from '../ui/cards/FileCard.tsx'
import { ImageCard } from '../ui/cards/ImageCard.tsx'
import { closeBannersOf, showBanner, showToast } from '../ui/feedback/feedback.ts'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { i18n } from '../ui/language.ts'
import { textBubble } from './en.ts'
import { type Preview, pictureSource } from './picture.ts'
import styles from './SmsBubble.module.css'

const messages = i18n('text-bubble', textBubble)

interface SmsBubbleProps extends MessagePlace {
  item: SmsItem
  /** The name of the target. */
  name: string
  /** Milliseconds since 1970. */
  now: number
  /** The note below it if the phone doesn't answer. */
  away: string | undefined
  texts: Sms
  onSend: (message: string) => void
}

/** A message of an SMS conversation, with the time bar above and the text below. */
export const SmsBubble = memo(function SmsBubble(props: SmsBubbleProps) {
  const t = useStore(messages)
  const { item, name, now, last, joined, close, dayEnds, away, tabStop, position, size } = props
  const { body, side, state, sender, stuck, error, upgrade, lost } = item
  const then = item.created * 1_000
  const time = clockOf(then, now)
  const said = body || t.picture
  const label = t.label({ name: side === 'out' ? t.you : (sender ?? name), text: said.slice(0, 120), time })
  const standing = state === 'pending' ? t.pending : state === 'failed' ? t.failed : undefined
  const pictures = picturesOf(item)
  const avatar = sender !== undefined && !close && <Avatar name={sender} seed={sender} size={28} />
  const hasWords = body !== '' || pictures.length === 0
  const timeIn = placeOfTime({ timed: props.timed, last, isSettled: state === 'settled' })
  const tail = (chip: boolean) =>
    timeIn === 'tail' && (
      <BubbleTail chip={chip}>
        <ExactTime then={then} reachable={tabStop} />
      </BubbleTail>
    )
  const { retry, discard, copy, onKeyDown } = useActions(props)

  return (
    <MessageItem
      {...{ item, then, joined, close, dayEnds, tabStop, position, size }}
      several={sender !== undefined}
      label={standing === undefined ? label : t.standing({ label, state: standing })}
      onKeyDown={onKeyDown}
    >
      {sender && !joined && (
        <p className={styles.sender} dir="auto">
          {sender}
        </p>
      )}
      <Pictures item={item} pictures={pictures} {...(!hasWords && { avatar, tail: tail(true) })} />
      {hasWords && (
        <Bubble
          side={side}
          state={state === 'pending' ? 'waiting' : state}
          avatar={avatar}
          actions={
            body !== '' && (
              <>
                {timeIn === 'beside' && <MessageTime>{hourOf(then)}</MessageTime>}
                <IconButton label={t.copy} size="small" tabIndex={tabStop ? 0 : -1} onClick={() => void copy()}>
                  <Copy size={16} aria-hidden="true" />
                </IconButton>
              </>
            )
          }
        >
          <BubbleText>
            {body === '' ? item.picture || t.picture : <LinkedText text={body} />}
            {tail(false)}
          </BubbleText>
        </Bubble>
      )}
      {state === 'pending' && (
        <UnsentNote side={side} state="waiting" onDiscard={item.own && discard} reason={away}>
          {t.pending}
          {stuck && (
            <a href={helpSite() ?? supportContact().href} target="_blank" rel="noreferrer" className={styles.help}>
              {t.stuck}
            </a>
          )}
        </UnsentNote>
      )}
      {state === 'failed' && (
        <UnsentNote
          side={side}
          state="failed"
          onRetry={(item.own || body !== '') && side === 'out' && retry}
          onDiscard={item.own && discard}
          reason={error ?? (lost && t.lost)}
          upgrade={upgrade}
        >
          {t.failed}
        </UnsentNote>
      )}
      {state === 'settled' && last && <TimeBelow side={side} then={then} reachable={tabStop} words={smsTime(then, now)} />}
    </MessageItem>
  )
})

interface PicturesProps {
  item: SmsItem
  pictures: ReturnType<typeof picturesOf>
  /** The speaker's picture, and the time, at the last picture. */
  avatar?: ReactNode
  tail?: ReactNode
}

/** Each in a bubble of its own. */
function Pictures({ item, pictures, avatar, tail }: PicturesProps) {
  const t = useStore(messages)
  const { side, state, progress } = item
  const name = item.picture || t.picture
  return pictures.map(({ src, ...shape }, index) => {
    const isLast = index === pictures.length - 1
    return (
      <div key={src} className={styles.picture}>
        <Bubble
          side={side}
          state={state === 'pending' ? 'waiting' : state}
          shape="card"
          avatar={isLast && avatar}
          progress={index === 0 && progress !== undefined ? progressOf(progress, name) : undefined}
        >
          <ImageCard src={src} name={name} instead={fileCard(src, name)} {...shape} />
          {isLast && tail}
        </Bubble>
      </div>
    )
  })
}

function useActions({ item, texts, onSend }: SmsBubbleProps) {
  const t = useStore(messages)
  const { body, state, lost } = item

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

  return { retry, discard, copy, onKeyDown }
}

/** The picture of a message, by URL or inline. */
const picture = /^(https?:|data:image\/(png|jpeg|gif|webp);base64,)/

function picturesOf({ pictures, preview }: SmsItem): { src: string; width?: number; height?: number }[] {
  const own = preview as Preview | undefined
  if (own) return [{ src: own.url, ...(own.width && { width: own.width }), ...(own.height && { height: own.height }) }]
  return [...new Set(pictures)].filter((url) => picture.test(url)).map((url) => ({ src: secureImage(url) ?? url }))
}

/** A picture that this browser can't draw can still be saved. */
const fileCard = (src: string, name: string) => (
  <FileCard name={name} kind="" icon={<FileIcon size={20} aria-hidden="true" />} href={src} />
)

function progressOf(value: number, name: string) {
  return { value, label: name, text: messages.get().uploading({ part: percentOf(value) }) }
}
