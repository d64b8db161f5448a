// Shows the link of a push, with a preview of its page once the server has fetched it.

import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { atom } from 'nanostores'
import { type ReactNode, use } from 'react'
import { hostOf, isLink, shortLink } from '../../format/links.ts'
import { SessionContext } from '../../session/context.ts'
import { LinkCard } from '../../ui/cards/Cards.tsx'
import { LinkPreview } from '../../ui/cards/LinkPreview.tsx'
import { TypeIcon } from './TypeIcon.tsx'

type Preview = NonNullable<Push['preview']>

/** The link of a link push. @param picture the picture that its sender gave it */
export function LinkPush({ item: { push }, url, picture }: { item: HistoryItem; url: string; picture: ReactNode }) {
  const preview = usePreview(push)
  if (!preview || push.image_url)
    return (
      <LinkCard href={url} title={push.title ?? preview?.title ?? shortLink(url)} host={hostOf(url)} icon={icon}>
        {picture}
      </LinkCard>
    )
  return <Shown preview={preview} title={push.title} />
}

/** What the first link of a note leads to. */
export function NotePreview({ item: { push } }: { item: HistoryItem }) {
  const preview = usePreview(push)
  return preview && <Shown preview={preview} />
}

function Shown({ preview, title = preview.title }: { preview: Preview; title?: string | undefined }) {
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

/** The preview of a push, unless the account wants none. */
function usePreview({ preview }: Push): Preview | undefined {
  const preferences = useStore(use(SessionContext)?.preferences.$all ?? $none)
  return preview && isLink(preview.url) && preferences?.link_previews !== false ? preview : undefined
}

const icon = <TypeIcon type="link" size={14} />
