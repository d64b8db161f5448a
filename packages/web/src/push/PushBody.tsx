import type { Push } from '@waypost/protocol'
import { secureImage } from '../browser.ts'
import { BubbleText } from '../ui/Bubble.tsx'
import { AddressCard, ExternalLink, FileCard, ImageCard, LinkCard, ListCard } from '../ui/Cards.tsx'
import { hostOf, isLink, shortLink, splitLinks } from './links.ts'

/** What a push says, by its type. */
export function PushBody({ push }: { push: Push }) {
  if (push.type === 'link' && isLink(push.url)) return <LinkPush push={push} url={push.url} />
  if (push.type === 'file' && isLink(push.file_url)) return <FilePush push={push} url={push.file_url} />
  if (push.type === 'address')
    return <AddressCard name={push.title ?? push.name ?? ''} address={push.body ?? push.address ?? ''} />
  if (push.type === 'list') return <ListCard title={push.title ?? ''} items={itemsOf(push)} />
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
export function isCard(push: Push): boolean {
  if (push.type === 'file' && isLink(push.file_url)) return !push.body
  return push.type === 'address'
}

function LinkPush({ push, url }: { push: Push; url: string }) {
  const image = secureImage(push.image_url)
  return (
    <>
      <LinkCard href={url} title={push.title ?? shortLink(url)} host={hostOf(url)}>
        {isLink(image) && (
          <ImageCard src={image} name={push.title ?? hostOf(url)} width={push.image_width} height={push.image_height} />
        )}
      </LinkCard>
      {push.body && <Words text={push.body} />}
    </>
  )
}

function FilePush({ push, url }: { push: Push; url: string }) {
  const name = push.file_name ?? push.title ?? hostOf(url)
  const image = secureImage(push.image_url)
  return (
    <>
      {isLink(image) ? (
        <ImageCard src={image} name={name} width={push.image_width} height={push.image_height} />
      ) : (
        <FileCard href={url} name={name} kind={kindOf(name, push.file_type)} />
      )}
      {push.body && <Words text={push.body} />}
    </>
  )
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
  return ending.slice(0, 4).toUpperCase()
}
