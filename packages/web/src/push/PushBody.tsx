import { useStore } from '@nanostores/react'
import type { HistoryRow } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { X } from 'lucide-react'
import { pixelDensity, secureImage } from '../browser.ts'
import { BubbleText } from '../ui/Bubble.tsx'
import { AddressCard, ExternalLink, LinkCard, ListCard } from '../ui/Cards.tsx'
import { FileCard } from '../ui/FileCard.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { ImageCard } from '../ui/ImageCard.tsx'
import { i18n, params } from '../ui/language.ts'
import { percentOf, sizeOf } from '../ui/size.ts'
import type { RowActions } from './actions.ts'
import { previewOf } from './files.ts'
import { hostOf, isLink, shortLink, splitLinks } from './links.ts'
import { pictureFor } from './picture.ts'
import { TypeIcon } from './TypeIcon.tsx'

const messages = i18n('push-body', { cancel: params('Cancel upload of {name}') })

/** What a push says, by its type. */
export function PushBody({ row, actions }: { row: HistoryRow; actions: RowActions }) {
  const { push } = row
  if (push.type === 'link' && isLink(push.url)) return <LinkPush push={push} url={push.url} />
  if (isFile(row)) return <FilePush row={row} actions={actions} />
  if (push.type === 'address')
    return <AddressCard name={push.title ?? push.name ?? ''} address={push.body ?? push.address ?? ''} />
  if (push.type === 'list')
    return <ListCard title={push.title ?? ''} items={itemsOf(push)} icon={<TypeIcon type="list" size={18} />} />
  return (
    <>
      {push.title && <BubbleText strong>{push.title}</BubbleText>}
      {[push.body, push.url, push.file_name].filter(Boolean).map((text) => (
        <Words key={text} text={text ?? ''} />
      ))}
    </>
  )
}

/** Whether the body draws to the edge of its bubble. */
export function isCard(row: HistoryRow): boolean {
  return row.push.type === 'address' || (isFile(row) && !row.push.body)
}

/** A file that can be fetched, or that is on its way. */
const isFile = ({ push, state }: HistoryRow): boolean =>
  push.type === 'file' && (isLink(push.file_url) || (state !== 'settled' && push.file_name !== undefined))

function LinkPush({ push, url }: { push: Push; url: string }) {
  return (
    <>
      <LinkCard href={url} title={push.title ?? shortLink(url)} host={hostOf(url)} icon={<TypeIcon type="link" size={14} />}>
        <Picture push={push} name={push.title ?? hostOf(url)} />
      </LinkCard>
      {push.body && <Words text={push.body} />}
    </>
  )
}

function FilePush({ row, actions }: { row: HistoryRow; actions: RowActions }) {
  const t = useStore(messages)
  const { push, uploading } = row
  const preview = previewOf(row)
  const url = isLink(push.file_url) ? push.file_url : undefined
  const name = push.file_name ?? push.title ?? hostOf(url ?? '')
  const bytes = row.file_size ?? preview?.size ?? push.file_size
  const size = bytes === undefined ? undefined : sizeOf(bytes)
  const status = uploading ? percentOf(row.progress ?? 0) : undefined
  const cancel = uploading && (
    <IconButton label={t.cancel({ name })} size="small" onClick={() => actions.cancel(row)}>
      <X size={18} aria-hidden="true" />
    </IconButton>
  )
  return (
    <>
      {preview?.picture ? (
        <ImageCard
          src={preview.picture.url}
          name={name}
          width={preview.picture.width}
          height={preview.picture.height}
          original={url}
          status={
            uploading && (
              <>
                <span>
                  {size} <span aria-hidden="true">·</span> {status}
                </span>
                {cancel}
              </>
            )
          }
        />
      ) : url && isLink(secureImage(push.image_url)) && !preview ? (
        <Picture push={push} name={name} original={url} />
      ) : (
        <FileCard
          href={url}
          name={name}
          kind={kindOf(name, push.file_type)}
          icon={<TypeIcon type="file" size={20} />}
          size={size}
          status={status}
          action={cancel}
        />
      )}
      {push.body && <Words text={push.body} />}
    </>
  )
}

function Picture({ push, name, original }: { push: Push; name: string; original?: string }) {
  const image = secureImage(push.image_url)
  if (!isLink(image)) return null
  const size = { ...(push.image_width && { width: push.image_width }), ...(push.image_height && { height: push.image_height }) }
  return <ImageCard src={pictureFor(image, size, pixelDensity())} name={name} {...size} original={original ?? image} />
}

function Words({ text }: { text: string }) {
  return (
    <BubbleText>
      {splitLinks(text).map((part, index) =>
        part.href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
          <ExternalLink key={index} href={part.href}>
            {part.text}
          </ExternalLink>
        ) : (
          part.text
        ),
      )}
    </BubbleText>
  )
}

function itemsOf(push: Push): string[] {
  return push.items?.map((item) => item.text) ?? (push.body ?? '').split('\n').filter((line) => line.trim() !== '')
}

/** Up to four letters for a file's tile: 'PDF', or 'MP4' of 'video/mp4'. */
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
