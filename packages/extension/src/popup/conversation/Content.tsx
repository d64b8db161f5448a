import type { HistoryItem } from '@waypost/client'
import { hostOf } from '@waypost/client/words/short-links'
import { fileWords, isLink, isVoiceMessage, type Push, splitLinks } from '@waypost/protocol'
import { useState } from 'preact/hooks'
import { ownPicture } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { sizeOf } from '../../ui/times.ts'
import { isPicture } from '../list/last-line.ts'
import { useOpened } from '../page-session.ts'
import { ListItems } from './ListItems.tsx'

interface ContentProps {
  item: HistoryItem
  /** Of its links. */
  tabIndex: 0 | -1
}

/** The content of a message, by its type. */
export function Content({ item, tabIndex }: ContentProps) {
  const { push, album } = item
  if (album) return <Album members={album} tabIndex={tabIndex} />
  if (push.type === 'link' && isLink(push.url)) return <LinkContent push={push} url={push.url} tabIndex={tabIndex} />
  if (push.type === 'file') return <FileContent item={item} tabIndex={tabIndex} />
  if (push.type === 'list') return <ListItems push={push} tabIndex={tabIndex} />
  if (push.type === 'address')
    return (
      <div class="card">
        <Icon name="place" size={20} />
        <div class="card-words">
          <strong dir="auto">{push.title ?? push.name}</strong>
          <span dir="auto">{push.body ?? push.address}</span>
        </div>
      </div>
    )
  return (
    <>
      {push.title && (
        <p class="title" dir="auto">
          {push.title}
        </p>
      )}
      {[push.body, push.url, push.file_name].map((text) => text && <Words key={text} text={text} tabIndex={tabIndex} />)}
    </>
  )
}

function LinkContent({ push, url, tabIndex }: { push: Push; url: string; tabIndex: 0 | -1 }) {
  const { own } = useOpened()
  const { preview } = push
  const picture = ownPicture(preview?.image_url ?? push.image_url, own.origin)
  return (
    <>
      <a class="link-card" href={url} target="_blank" rel="noreferrer" tabIndex={tabIndex}>
        {picture && <Picture src={picture} />}
        <span class="card-words">
          <strong dir="auto">{push.title || preview?.title || hostOf(url)}</strong>
          {preview?.description && <span dir="auto">{preview.description.slice(0, 300)}</span>}
          <span class="host">{hostOf(url)}</span>
        </span>
      </a>
      {push.body && <Words text={push.body} tabIndex={tabIndex} />}
    </>
  )
}

function FileContent({ item, tabIndex }: ContentProps) {
  const { own } = useOpened()
  const { push, file_size: size = push.file_size } = item
  const url = isLink(push.file_url) ? push.file_url : undefined
  const name = fileWords(push) || push.title || 'File'
  const picture = isPicture(push) ? ownPicture(push.image_url ?? url, own.origin) : undefined
  const words = push.body && <Words text={push.body} tabIndex={tabIndex} />
  if (picture && url)
    return (
      <>
        <a class="picture" href={url} target="_blank" rel="noreferrer" tabIndex={tabIndex}>
          <Picture src={picture} alt={name} width={push.image_width} height={push.image_height} />
        </a>
        {words}
      </>
    )
  const card = (
    <>
      <Icon name={isVoiceMessage(push) ? 'mic' : isPicture(push) ? 'image' : 'file'} size={20} />
      <span class="card-words">
        <strong dir="auto">{name}</strong>
        {size !== undefined && <span>{sizeOf(size)}</span>}
      </span>
    </>
  )
  const sound = isVoiceMessage(push) && ownPicture(url, own.origin)
  return (
    <>
      {url ? (
        <a class="card" href={url} target="_blank" rel="noreferrer" tabIndex={tabIndex}>
          {card}
        </a>
      ) : (
        <div class="card">{card}</div>
      )}
      {sound && (
        // biome-ignore lint/a11y/useMediaCaption: a recording of a person has no captions
        <audio controls preload="none" src={sound} tabIndex={tabIndex} />
      )}
      {words}
    </>
  )
}

const drawnPictures = 4

function Album({ members, tabIndex }: { members: readonly HistoryItem[]; tabIndex: 0 | -1 }) {
  const { own } = useOpened()
  const caption = members.find(({ push }) => push.body)?.push.body
  return (
    <>
      <div class="album">
        {members.slice(0, drawnPictures).map(({ key, push }, index) => {
          const picture = ownPicture(push.image_url ?? push.file_url, own.origin)
          const left = members.length - drawnPictures
          const inside = (
            <>
              {picture ? <Picture src={picture} alt={push.file_name ?? 'Picture'} /> : <Icon name="image" size={24} />}
              {index === drawnPictures - 1 && left > 0 && <span class="left">+{left}</span>}
            </>
          )
          return isLink(push.file_url) ? (
            <a key={key} href={push.file_url} target="_blank" rel="noreferrer" tabIndex={tabIndex}>
              {inside}
            </a>
          ) : (
            <span key={key}>{inside}</span>
          )
        })}
      </div>
      {caption && <Words text={caption} tabIndex={tabIndex} />}
    </>
  )
}

/** In CSS pixels. */
const widest = 240
const highest = 220

interface PictureProps {
  src: string
  alt?: string
  width?: number | undefined
  height?: number | undefined
}

/** Its space is reserved before it loads. */
function Picture({ src, alt = '', width, height }: PictureProps) {
  const [failed, setFailed] = useState(false)
  if (failed) return <span class="no-picture">{alt || 'Picture'}</span>
  const scale = width && height ? Math.min(1, widest / width, highest / height) : undefined
  const size = scale && width && height ? { width: Math.round(width * scale), height: Math.round(height * scale) } : {}
  return <img src={src} alt={alt} loading="lazy" decoding="async" {...size} onError={() => setFailed(true)} />
}

/** In UTF-16 units. Longer texts are collapsed. */
const folded = 1_200

function Words({ text, tabIndex }: { text: string; tabIndex: 0 | -1 }) {
  const [all, setAll] = useState(false)
  const folds = text.length > folded + 200
  const shown = folds && !all ? text.slice(0, folded).replace(/[\ud800-\udbff]$/, '') : text
  return (
    <>
      <p class="words">
        {splitLinks(shown).map(({ text: part, href }, index) =>
          href ? (
            <a key={index} href={href} target="_blank" rel="noreferrer" tabIndex={tabIndex}>
              {part}
            </a>
          ) : (
            part
          ),
        )}
        {folds && !all && '…'}
      </p>
      {folds && (
        <button type="button" class="fold" tabIndex={tabIndex} onClick={() => setAll(!all)}>
          {all ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  )
}
