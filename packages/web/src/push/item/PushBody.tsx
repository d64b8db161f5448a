// Shows the content of a push by its type: text, link, file, picture, address or list.

import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import { hostOf, isLink, shortLink } from '@waypost/client/words/short-links'
import { isVoiceMessage, type Push } from '@waypost/protocol'
import { X } from 'lucide-react'
import { atom } from 'nanostores'
import { type ReactNode, Suspense, use, useContext, useState } from 'react'
import { isOwn } from '../../browser/files/files.ts'
import { FormattedText } from '../../format/formatting/FormattedText.tsx'
import { fileSizeOf, percentOf } from '../../format/size.ts'
import { SessionContext } from '../../session/context.ts'
import { AddressCard } from '../../ui/cards/AddressCard.tsx'
import { AboveCaption, BubbleCaption, BubbleFoot, BubbleText } from '../../ui/cards/Bubble.tsx'
import { LinkCard } from '../../ui/cards/Cards.tsx'
import { FileCard } from '../../ui/cards/FileCard.tsx'
import { ImageCard, type ImageCardProps } from '../../ui/cards/ImageCard.tsx'
import { LinkPreview } from '../../ui/cards/LinkPreview.tsx'
import { ListCard } from '../../ui/cards/ListCard.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import { Album } from '../album/Album.tsx'
import { mostBoxes } from '../album/layout.ts'
import { placeholderOf } from '../album/placeholder.ts'
import { captionOf } from '../album/words.ts'
import type { CarriedProps } from '../carried/Carried.tsx'
import { carriesMore, mostMarkdown } from '../carried/carries.ts'
import { FileInPlace } from '../file/FileInPlace.tsx'
import { kindOf, shownFile } from '../file/shown-in-place.ts'
import { previewOf } from '../files.ts'
import type { ItemActions } from './actions.ts'
import { pushBody } from './en.ts'
import { shortened } from './long-text.ts'
import styles from './PushBody.module.css'
import { fileNameOf, fileUrlOf, isFile, pictureOf, ShowPicture } from './pictures.ts'
import { TypeIcon } from './TypeIcon.tsx'

const VoiceMessage = lazily(async () => (await import('../voice/VoiceMessage.tsx')).VoiceMessage, { soon: true })

const messages = i18n('push-body', pushBody)

type BodyActions = Pick<ItemActions, 'cancel' | 'retry'>

interface PushBodyProps {
  item: HistoryItem
  actions: BodyActions
  /** Draws the end of the last line, if there is anything to show; as a `chip` over a picture without a caption. */
  tail?: ((chip?: boolean) => ReactNode) | undefined
}

/** Extras that few messages have, drawn around the content. */
const Carried = lazily(() => import('../carried/Carried.tsx').then((module) => module.Carried).catch(() => OnlyContent), {
  soon: true,
  waiting: (props) => <OnlyContent {...props} />,
})

/** Until the extras' code has loaded, or if it can't. */
function OnlyContent({ item, content, tail }: CarriedProps) {
  return (
    <>
      {content(item)}
      {item.push.actions && <div className={styles.buttons} />}
      {tail && <BubbleFoot>{tail}</BubbleFoot>}
    </>
  )
}

/** The content of a push, by its type, and its extras. */
export function PushBody({ item, actions, tail }: PushBodyProps) {
  if (!carriesMore(item.push) || item.album) return <Content item={item} actions={actions} tail={tail} />
  return (
    <Suspense>
      <Carried item={item} card={isCard(item)} content={(inner) => <Content item={inner} actions={actions} />} tail={tail?.()} />
    </Suspense>
  )
}

function Content({ item, actions, tail }: PushBodyProps) {
  const { push, album } = item
  if (album) return <AlbumPush item={item} members={album} actions={actions} tail={tail} />
  const foot = tail && <BubbleFoot>{tail()}</BubbleFoot>
  if (push.type === 'link' && isLink(push.url))
    return (
      <>
        <LinkPush item={item} url={push.url} picture={<Shown item={item} />} />
        {push.body ? <Words id={item.key} text={push.body} markdown={push.markdown} tail={tail?.()} /> : foot}
      </>
    )
  if (isFile(item)) return <FilePush item={item} actions={actions} tail={tail} />
  if (push.type === 'address')
    return (
      <>
        <AddressCard name={push.title ?? push.name ?? ''} address={push.body ?? push.address ?? ''} />
        {foot}
      </>
    )
  if (push.type === 'list')
    return (
      <>
        <ListBody item={item} />
        {foot}
      </>
    )
  const texts = [push.body, push.url, push.file_name].filter((text) => text !== undefined && text !== '')
  const endsInText = texts.length > 0 && !push.preview
  return (
    <>
      {push.title && <BubbleText strong>{push.title}</BubbleText>}
      {texts.map((text, at) => (
        <Words
          key={text}
          id={item.key}
          text={text ?? ''}
          markdown={push.markdown && text === push.body}
          tail={endsInText && at === texts.length - 1 && tail?.()}
        />
      ))}
      {push.preview && <NotePreview item={item} />}
      {!endsInText && foot}
    </>
  )
}

/** Whether the body has no padding in its bubble. */
export function isCard(item: HistoryItem): boolean {
  return item.push.type === 'address' || item.album !== undefined || isFile(item)
}

function AlbumPush({ item, members, actions, tail }: PushBodyProps & { members: readonly HistoryItem[] }) {
  const caption = captionOf(members)
  return (
    <>
      <Album item={item} members={members} actions={actions}>
        {caption && <Words id={item.key} text={caption} tail={tail?.()} />}
      </Album>
      {!caption && tail && (members.length > mostBoxes ? <BubbleFoot>{tail()}</BubbleFoot> : tail(true))}
    </>
  )
}

function FilePush({ item, actions, tail }: PushBodyProps) {
  const t = useStore(messages)
  const { push, uploading } = item
  const preview = previewOf(item)
  const name = fileNameOf(push)
  const bytes = item.file_size ?? preview?.size ?? push.file_size
  const size = bytes === undefined ? undefined : fileSizeOf(bytes)
  const url = fileUrlOf(push)
  // Only this server's files are previewed: others could be anything, and their hosts would learn who is looking.
  const shown = item.state === 'settled' && url && isOwn(url) ? shownFile(push, push.file_size) : undefined
  const status = uploading ? percentOf(item.progress ?? 0) : undefined
  const cancel = uploading && (
    <IconButton label={t.cancel({ name })} size="small" onClick={() => actions.cancel(item)}>
      <X size={18} aria-hidden="true" />
    </IconButton>
  )
  const card = (
    <FileCard
      href={url}
      name={name}
      kind={kindOf(name, push.file_type)}
      icon={<TypeIcon type="file" size={20} />}
      size={size}
      status={status}
      action={cancel}
    />
  )
  const isPicture = pictureOf(item) !== undefined
  const file =
    isVoiceMessage(push) && (url === undefined || isOwn(url)) ? (
      <Suspense fallback={<div className={styles.voice} />}>
        <VoiceMessage item={item} url={url} name={name} status={status} action={cancel} />
      </Suspense>
    ) : isPicture ? (
      <Shown item={item} status={uploading ? { size, words: status, action: cancel } : undefined} instead={card} />
    ) : (
      <>
        {shown && url && <FileInPlace shown={shown} url={url} name={name} size={bytes ?? 0} />}
        {card}
      </>
    )
  if (push.body)
    return (
      <>
        <AboveCaption>{file}</AboveCaption>
        <BubbleCaption>
          <Words id={item.key} text={push.body} markdown={push.markdown} tail={tail?.()} />
        </BubbleCaption>
      </>
    )
  return (
    <>
      {file}
      {tail && (isPicture ? tail(true) : <BubbleFoot>{tail()}</BubbleFoot>)}
    </>
  )
}

function Shown({ item, ...more }: { item: HistoryItem } & Pick<ImageCardProps, 'status' | 'instead'>) {
  const show = useContext(ShowPicture)
  const picture = pictureOf(item)
  if (!picture) return null
  const { key, ...shown } = picture
  return <ImageCard {...shown} {...more} placeholder={placeholderOf(item.push.image_colors)} onOpen={show && (() => show(key))} />
}

/** Keeps long texts expanded until the page is reloaded, even if their item is rendered again. */
const unfolded = new Set<string>()

interface WordsProps {
  id: string
  text: string
  markdown?: boolean | undefined
  tail?: ReactNode
}

/** Drawn as typed until the code has loaded, or if it can't. */
const MarkdownText = lazily(() => import('../carried/Markdown.tsx').then((module) => module.Markdown).catch(() => Unformatted), {
  waiting: (props) => <Unformatted {...props} />,
})

const Unformatted = ({ text }: { text: string }) => (
  <FormattedText text={text} wrap={(words) => <BubbleText>{words}</BubbleText>} />
)

function Words({ id, text, markdown, tail }: WordsProps) {
  const t = useStore(messages)
  const [all, setAll] = useState(() => unfolded.has(id))
  const short = shortened(text)
  const folds = short !== undefined
  const shown = folds && !all ? short : text
  function toggle() {
    if (all) unfolded.delete(id)
    else unfolded.add(id)
    setAll(!all)
  }
  return (
    <>
      {markdown && text.length <= mostMarkdown ? (
        <Suspense>
          <MarkdownText text={shown} />
          {!folds && tail && <BubbleFoot>{tail}</BubbleFoot>}
        </Suspense>
      ) : (
        <FormattedText text={shown} wrap={(words) => <BubbleText>{words}</BubbleText>} tail={!folds && tail} />
      )}
      {folds && (
        <button type="button" className={styles.fold} aria-expanded={all} onClick={toggle}>
          {all ? t.showLess : t.showAll}
        </button>
      )}
      {folds && tail}
    </>
  )
}

const ListPush = lazily(() => import('../list/ListPush.tsx').then((module) => module.ListPush), {
  soon: true,
  waiting: ({ push }) => <PlainList push={push} disabled />,
})

/** Its items can be ticked once the server has it; for visitors it is read-only. */
function ListBody({ item: { push, state } }: { item: HistoryItem }) {
  if (!use(SessionContext)) return <PlainList push={push} />
  return state === 'settled' ? <ListPush push={push} /> : <PlainList push={push} disabled />
}

function PlainList({ push, disabled }: { push: Push; disabled?: boolean }) {
  const items = push.items ?? (push.body ?? '').split('\n').flatMap((text) => (text.trim() === '' ? [] : { text }))
  const icon = <TypeIcon type="list" size={18} />
  return <ListCard title={push.title ?? ''} {...{ items, icon, disabled }} onTick={disabled ? () => {} : undefined} />
}

type Preview = NonNullable<Push['preview']>

/** @param picture the picture provided by the sender */
function LinkPush({ item: { push }, url, picture }: { item: HistoryItem; url: string; picture: ReactNode }) {
  const preview = usePreview(push)
  if (!preview || push.image_url)
    return (
      <LinkCard href={url} title={push.title ?? preview?.title ?? shortLink(url)} host={hostOf(url)} icon={icon}>
        {picture}
      </LinkCard>
    )
  return <ShownPreview preview={preview} title={push.title} />
}

function NotePreview({ item: { push } }: { item: HistoryItem }) {
  const preview = usePreview(push)
  return preview && <ShownPreview preview={preview} />
}

function ShownPreview({ preview, title = preview.title }: { preview: Preview; title?: string | undefined }) {
  const { url, description, image_url: src, image_width: width, image_height: height, icon_url } = preview
  return (
    <LinkPreview
      href={url}
      host={hostOf(url)}
      title={title ?? shortLink(url)}
      description={description}
      picture={src && width && height ? { src, width, height } : undefined}
      icon={icon_url}
      kind={icon}
    />
  )
}

/** Visitors of a channel's page have no preferences. */
const $none = atom<{ link_previews?: unknown } | undefined>()

/** Unless the account has switched previews off. */
function usePreview({ preview }: Push): Preview | undefined {
  const preferences = useStore(use(SessionContext)?.preferences.$all ?? $none)
  return preview && isLink(preview.url) && preferences?.link_previews !== false ? preview : undefined
}

const icon = <TypeIcon type="link" size={14} />
