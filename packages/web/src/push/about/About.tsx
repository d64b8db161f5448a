// Shows the page about the target of a conversation, beside the messages or in their place.

import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import type { Chat } from '@waypost/protocol'
import { Bell, BellOff, Ellipsis, LockOpen, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { host } from '../../browser/location.ts'
import { beginningOf, nameInWords, nameOf } from '../../format/names.ts'
import type { TargetSection } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { muteItem, placeItems, timeOfMute } from '../../target/menu-items.tsx'
import { TargetAvatar } from '../../target/TargetAvatar.tsx'
import { TargetMenuLater } from '../../target/TargetMenuLater.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { Menu } from '../../ui/inputs/Menu.tsx'
import { i18n } from '../../ui/language.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { DeviceName } from '../DeviceName.tsx'
import styles from './About.module.css'
import { AboutChannel } from './AboutChannel.tsx'
import { AboutDevice, DeviceActions } from './AboutDevice.tsx'
import { AboutSource } from './AboutSource.tsx'
import { about } from './en.ts'
import { HeadLine } from './HeadLine.tsx'
import { Action } from './parts.tsx'
import { SearchHere } from './SearchHere.tsx'
import { SharedTabs } from './SharedTabs.tsx'

const messages = i18n('about', about)

interface AboutProps {
  target: Target
  section: TargetSection
  onClose: () => void
  /** Called before a message is shown in the conversation. */
  onMessage: () => void
}

/** The page about a target. Give it a `key`: it must be remounted for another target. */
export function About({ target, section, onClose, onMessage }: AboutProps) {
  const t = useStore(messages)
  const name = nameInWords(target)
  const [searching, setSearching] = useState(false)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.querySelector<HTMLElement>('[data-close]')?.focus(), [])
  return (
    <aside
      ref={panel}
      className={styles.panel}
      aria-label={t.title({ name })}
      data-region="about"
      onKeyDown={(event) => {
        // An open menu or picture inside it closes first.
        if (event.key !== 'Escape' || event.defaultPrevented || panel.current?.querySelector(':popover-open, dialog[open]'))
          return
        event.preventDefault()
        if (!searching) return onClose()
        setSearching(false)
        panel.current?.querySelector<HTMLElement>('[aria-pressed]')?.focus()
      }}
    >
      <div className={styles.bar}>
        <IconButton label={t.close} data-close="" onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
        <TargetMenuLater target={target} section={section} label={t.more({ name })}>
          <Ellipsis size={20} aria-hidden="true" />
        </TargetMenuLater>
      </div>
      <div className={styles.scroller}>
        <Head target={target} />
        <Row gap={2} align="stretch" justify="center" wrap className={styles.actions}>
          {target.type === 'device' && <DeviceActions target={target} />}
          <Action icon={<Search size={20} aria-hidden="true" />} pressed={searching} onPress={() => setSearching(!searching)}>
            {t.search}
          </Action>
          <MuteAction target={target} />
          <PlaceActions target={target} />
        </Row>
        <MuteEnd target={target} />
        {searching ? (
          <SearchHere target={target} onMessage={onMessage} />
        ) : (
          <>
            {target.type === 'device' && <AboutDevice target={target} />}
            {(target.type === 'channel' || target.type === 'subscription') && <AboutChannel target={target} />}
            {target.type === 'source' && <AboutSource target={target} />}
            <SharedTabs target={target} onMessage={onMessage} />
          </>
        )}
        {target.type !== 'device' && <Safety />}
      </div>
    </aside>
  )
}

function Head({ target }: { target: Target }) {
  return (
    <div className={styles.head}>
      <TargetAvatar target={target} size={96} />
      {target.type === 'device' ? (
        <DeviceName target={target} heading={<h2 dir="auto">{target.name}</h2>} />
      ) : (
        <h2 dir="auto">{beginningOf(nameOf(target))}</h2>
      )}
      <HeadLine target={target} />
    </div>
  )
}

function MuteAction({ target }: { target: Target }) {
  const t = useStore(messages)
  const item = muteItem(useSession(), target)
  if (!item) return null
  if (!item.choices)
    return (
      <Action icon={<Bell size={20} aria-hidden="true" />} onPress={() => void item.onSelect()}>
        {item.label}
      </Action>
    )
  return (
    <Menu
      label={t.muteUntil}
      items={item.choices}
      trigger={({ onClick, ...props }) => (
        <Action {...props} icon={<BellOff size={20} aria-hidden="true" />} onPress={onClick}>
          {item.label}
        </Action>
      )}
    />
  )
}

function PlaceActions({ target }: { target: Target }) {
  return placeItems(useSession(), target).map(({ label, icon, onSelect }) => (
    <Action key={label} icon={icon} onPress={() => void onSelect()}>
      {label}
    </Action>
  ))
}

function MuteEnd({ target }: { target: Target }) {
  const t = useStore(messages)
  const until = (target.obj as Chat | undefined)?.muted_until
  if (!target.muted || until === undefined) return null
  return <p className={styles.note}>{t.muted({ time: timeOfMute(until * 1_000) })}</p>
}

/** Says who else could read the messages: they aren't end-to-end encrypted. */
function Safety() {
  const t = useStore(messages)
  return (
    <p className={styles.row}>
      <LockOpen size={16} aria-hidden="true" />
      <span>{t.stored({ host: host() })}</span>
    </p>
  )
}
