import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { hostOf, isLink, shortLink, splitLinks } from '@waypost/client/words/short-links'
import type { Push } from '@waypost/protocol'
import { FileText, Link2, MessageSquareText } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { $today } from '../../browser/clock.ts'
import { useSeen } from '../../browser/in-view.ts'
import { shortTimeOf } from '../../format/time.ts'
import { useWaits } from '../../ui/cards/large-pictures.ts'
import { failIfBlank, useDrawable } from '../../ui/drawable.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { Tabs } from '../../ui/inputs/Tabs.tsx'
import { i18n } from '../../ui/language.ts'
import type { Picture } from '../../ui/viewer/PictureViewer.tsx'
import { PictureViewerLater } from '../../ui/viewer/PictureViewerLater.tsx'
import { fileNameOf, fileUrlOf, pictureOf } from '../item/pictures.ts'
import styles from './About.module.css'
import { sharedWords } from './en.ts'
import { FoundList } from './FoundList.tsx'
import { foundCount } from './found-count.ts'
import { useFoundWithin, useShowMessage } from './within.ts'

const messages = i18n('shared', sharedWords)

const kinds = ['pictures', 'links', 'files'] as const

interface SharedProps {
  target: Target
  /** Called before a message is shown in the conversation. */
  onMessage: () => void
}

/** The pictures, links and files of a conversation, with their counts as far as loaded. */
export function SharedTabs({ target, onMessage }: SharedProps) {
  const t = useStore(messages)
  const [current, setCurrent] = useState<(typeof kinds)[number]>('pictures')
  const show = useShowMessage(target, onMessage)
  const pictures = useFoundWithin(target, { kind: 'pictures' })
  const links = useFoundWithin(target, { kind: 'links' })
  const files = useFoundWithin(target, { kind: 'files' })
  const all = { pictures, links, files }
  const tabs = kinds.map((kind) => ({ key: kind, label: counted(t[kind], foundCount(all[kind].found)) }))
  return (
    <Tabs label={t.label} tabs={tabs} current={current} onSelect={(key) => setCurrent(key as typeof current)}>
      {current === 'pictures' && <Pictures {...pictures} />}
      {current === 'links' && (
        <FoundList
          found={links.found}
          none={t.noLinks}
          onLoadMore={links.loadMore}
          row={(push) => <LinkRow push={push} onShow={show} />}
        />
      )}
      {current === 'files' && (
        <FoundList
          found={files.found}
          none={t.noFiles}
          onLoadMore={files.loadMore}
          row={(push) => <FileRow push={push} onShow={show} />}
        />
      )}
    </Tabs>
  )

  /** 'Links 12'. */
  function counted(kind: string, number: string | undefined): string {
    return number === undefined ? kind : t.counted({ kind, number })
  }
}

/** One Tab stop: the arrow keys move, Enter opens the viewer. */
function Pictures({ found, loadMore }: ReturnType<typeof useFoundWithin>) {
  const t = useStore(messages)
  const [shown, setShown] = useState<string>()
  const [stop, setStop] = useState<string>()
  const pictures = found.pushes.flatMap((push) => {
    const picture = pictureOf({ key: push.iden, push, side: 'in', state: 'settled', timeBar: false })
    return picture ? [picture] : []
  })
  const known = new Map(pictures.map((picture) => [picture.key, picture]))
  const current = found.pushes.some(({ iden }) => iden === stop) ? stop : found.pushes[0]?.iden
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move among the buttons inside
    <div onKeyDown={moveInGrid}>
      <FoundList
        found={found}
        none={t.noPictures}
        onLoadMore={loadMore}
        className={styles.grid}
        row={(push) => {
          const picture = known.get(push.iden)
          const focus: Stop = { tabIndex: push.iden === current ? 0 : -1, onFocus: () => setStop(push.iden) }
          return picture ? (
            <Tile push={push} picture={picture} {...focus} onOpen={() => setShown(push.iden)} />
          ) : (
            <UndrawnTile push={push} {...focus} />
          )
        }}
      />
      {shown !== undefined && known.has(shown) && (
        <PictureViewerLater
          pictures={pictures.toReversed()}
          shown={shown}
          onShow={setShown}
          onClose={() => setShown(undefined)}
          onEarlier={found.state === 'more' ? loadMore : undefined}
          seeking={found.state === 'loading'}
        />
      )}
    </div>
  )
}

interface Stop {
  tabIndex: 0 | -1
  onFocus: () => void
}

function UndrawnTile({ push, ...stop }: Stop & { push: Push }) {
  const name = fileNameOf(push)
  return (
    <a
      {...stop}
      className={styles.tile}
      href={fileUrlOf(push)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={name}
      title={name}
    >
      <FileText size={20} aria-hidden="true" />
    </a>
  )
}

interface TileProps extends Stop {
  push: Push
  picture: Picture
  onOpen: () => void
}

function Tile({ push, picture, onOpen, ...stop }: TileProps) {
  const { name, src, original, width, height } = picture
  const t = useStore(messages)
  const { ref, seen } = useSeen<HTMLButtonElement>()
  const drawable = useDrawable(seen ? src : undefined)
  const isLarge = useWaits(original, width, height)
  const [failed, setFailed] = useState<string>()
  const fail = () => setFailed(src)
  if (failed === src) return <UndrawnTile push={push} {...stop} />
  const isDrawn = drawable !== undefined && drawable !== 'refused' && !isLarge
  return (
    <button ref={ref} type="button" className={styles.tile} aria-label={t.show({ name })} {...stop} onClick={onOpen}>
      {isDrawn && (
        <img src={drawable} alt="" onLoad={({ currentTarget }) => void failIfBlank(currentTarget, fail)} onError={fail} />
      )}
    </button>
  )
}

function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('ul button, ul a')]
  const at = tiles.indexOf(event.target as HTMLElement)
  if (at === -1) return
  const forward = getComputedStyle(event.currentTarget).direction === 'ltr' ? 1 : -1
  const by = { ArrowRight: forward, ArrowLeft: -forward, ArrowDown: columns, ArrowUp: -columns }[event.key]
  const to = { Home: 0, End: tiles.length - 1 }[event.key] ?? (by === undefined ? undefined : at + by)
  if (to === undefined) return
  event.preventDefault()
  tiles[to]?.focus()
}

/** The same as in the style sheet. */
const columns = 3

interface RowProps {
  push: Push
  onShow: (push: Push) => void
}

function LinkRow({ push, onShow }: RowProps) {
  const url = linkIn(push)
  if (url === undefined) return null
  return (
    <Row
      push={push}
      href={url}
      name={push.preview?.title || push.title || shortLink(url)}
      under={hostOf(url)}
      onShow={onShow}
      isLink
    />
  )
}

function FileRow({ push, onShow }: RowProps) {
  const today = useStore($today)
  return (
    <Row
      push={push}
      href={fileUrlOf(push)}
      name={fileNameOf(push)}
      under={shortTimeOf(push.created * 1_000, today)}
      onShow={onShow}
    />
  )
}

interface SharedRowProps extends RowProps {
  href: string | undefined
  name: string
  under: string
  isLink?: boolean
}

function Row({ push, href, name, under, isLink: isLinkRow = false, onShow }: SharedRowProps) {
  const t = useStore(messages)
  const Icon = isLinkRow ? Link2 : FileText
  return (
    <div className={styles.shared}>
      <a className={styles.row} href={href} target="_blank" rel="noopener noreferrer">
        <Icon size={16} aria-hidden="true" />
        <span className={styles.words}>
          <strong dir="auto" className={styles.clipped}>
            {name}
          </strong>
          <small dir="auto">{under}</small>
        </span>
      </a>
      <IconButton size="small" label={t.message({ name })} onClick={() => onShow(push)}>
        <MessageSquareText size={16} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** The link of a push, or the first one in its text. */
function linkIn({ url, title, body }: Push): string | undefined {
  if (isLink(url)) return url
  return [title, body].flatMap((text) => splitLinks(text ?? '')).find(({ href }) => href)?.href
}
