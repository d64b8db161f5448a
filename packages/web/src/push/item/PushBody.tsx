// Shows the content of a push by its type: text, link, file, picture, address or list.

import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { X } from 'lucide-react'
import { useContext, useState } from 'react'
import { isOwn } from '../../browser/files/files.ts'
import { FormattedText } from '../../format/formatting/FormattedText.tsx'
import { isLink } from '../../format/links.ts'
import { percentOf, sizeOf } from '../../format/size.ts'
import { AddressCard } from '../../ui/cards/AddressCard.tsx'
import { BubbleText } from '../../ui/cards/Bubble.tsx'
import { FileCard } from '../../ui/cards/FileCard.tsx'
import { ImageCard, type ImageCardProps } from '../../ui/cards/ImageCard.tsx'
import { ListCard } from '../../ui/cards/ListCard.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n, params } from '../../ui/language.ts'
import { FileInPlace } from '../file/FileInPlace.tsx'
import { shownFile } from '../file/kind.ts'
import { previewOf } from '../files.ts'
import type { ItemActions } from './actions.ts'
import { LinkPush, NotePreview } from './LinkPush.tsx'
import { shortened } from './long-text.ts'
import styles from './PushBody.module.css'
import { fileNameOf, fileUrlOf, isFile, pictureOf, ShowPicture } from './pictures.ts'
import { TypeIcon } from './TypeIcon.tsx'

const messages = i18n('push-body', {
  cancel: params('Cancel upload of {name}'),
  showAll: 'Show all',
  showLess: 'Show less',
})

type BodyActions = Pick<ItemActions, 'cancel'>

/** The content of a push, by its type. */
export function PushBody({ item, actions }: { item: HistoryItem; actions: BodyActions }) {
  const { push } = item
  if (push.type === 'link' && isLink(push.url))
    return (
      <>
        <LinkPush item={item} url={push.url} picture={<Shown item={item} />} />
        {push.body && <Words id={item.key} text={push.body} />}
      </>
    )
  if (isFile(item)) return <FilePush item={item} actions={actions} />
  if (push.type === 'address')
    return <AddressCard name={push.title ?? push.name ?? ''} address={push.body ?? push.address ?? ''} />
  if (push.type === 'list')
    return <ListCard title={push.title ?? ''} items={itemsOf(push)} icon={<TypeIcon type="list" size={18} />} />
  return (
    <>
      {push.title && <BubbleText strong>{push.title}</BubbleText>}
      {[push.body, push.url, push.file_name].filter(Boolean).map((text) => (
        <Words key={text} id={item.key} text={text ?? ''} />
      ))}
      {push.preview && <NotePreview item={item} />}
    </>
  )
}

/** Whether the body has no padding in its bubble. */
export function isCard(item: HistoryItem): boolean {
  return item.push.type === 'address' || (isFile(item) && !item.push.body)
}

function FilePush({ item, actions }: { item: HistoryItem; actions: BodyActions }) {
  const t = useStore(messages)
  const { push, uploading } = item
  const preview = previewOf(item)
  const name = fileNameOf(push)
  const bytes = item.file_size ?? preview?.size ?? push.file_size
  const size = bytes === undefined ? undefined : sizeOf(bytes)
  const url = fileUrlOf(push)
  // Only files of this server are shown in place: others could be anything, and their hosts would learn who looks.
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
  return (
    <>
      {pictureOf(item) ? (
        <Shown item={item} status={uploading ? { size, words: status, action: cancel } : undefined} instead={card} />
      ) : (
        <>
          {shown && url && <FileInPlace shown={shown} url={url} name={name} size={bytes ?? 0} />}
          {card}
        </>
      )}
      {push.body && <Words id={item.key} text={push.body} />}
    </>
  )
}

function Shown({ item, ...more }: { item: HistoryItem } & Pick<ImageCardProps, 'status' | 'instead'>) {
  const show = useContext(ShowPicture)
  const picture = pictureOf(item)
  if (!picture) return null
  const { key, ...shown } = picture
  return <ImageCard {...shown} {...more} onOpen={show && (() => show(key))} />
}

/** Long texts that were expanded stay so until the page is reloaded, even if their item is rendered again. */
const unfolded = new Set<string>()

function Words({ id, text }: { id: string; text: string }) {
  const t = useStore(messages)
  const [all, setAll] = useState(() => unfolded.has(id))
  const short = shortened(text)
  const folds = short !== undefined
  function toggle() {
    if (all) unfolded.delete(id)
    else unfolded.add(id)
    setAll(!all)
  }
  return (
    <>
      <FormattedText text={folds && !all ? short : text} wrap={(words) => <BubbleText>{words}</BubbleText>} />
      {folds && (
        <button type="button" className={styles.fold} aria-expanded={all} onClick={toggle}>
          {all ? t.showLess : t.showAll}
        </button>
      )}
    </>
  )
}

function itemsOf(push: Push): string[] {
  return push.items?.map((item) => item.text) ?? (push.body ?? '').split('\n').filter((line) => line.trim() !== '')
}

/** Up to four letters for the tile of a file: 'PDF', or 'MP4' from 'video/mp4'. */
function kindOf(name: string, type: string | undefined): string {
  const ending =
    /\.([a-z0-9]{1,4})$/i.exec(name)?.[1] ??
    type
      ?.split('/')[1]
      ?.split(/[+.;-]/)
      .at(-1) ??
    ''
  return ending.length <= 4 ? ending.toUpperCase() : ''
}
