// Shows the picture of a target, with a mark while its device or person is online.

import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import type { Device } from '@waypost/protocol'
import { AppWindow, Bookmark, Laptop, Monitor, Server, Smartphone, Tablet, Watch } from 'lucide-react'
import { useEffect } from 'react'
import { $focused } from '../browser/attention.ts'
import { nameOf } from '../format/names.ts'
import { useSession } from '../session/context.ts'
import { useActivity } from '../session/others.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { activityWords } from './activity-words.ts'
import { useHue } from './hues.ts'
import styles from './TargetAvatar.module.css'

const glyphs: Record<string, typeof Monitor> = {
  phone: Smartphone,
  tablet: Tablet,
  laptop: Laptop,
  desktop: Monitor,
  browser: AppWindow,
  website: AppWindow,
  watch: Watch,
  system: Server,
  android: Smartphone,
  ios: Smartphone,
  chrome: AppWindow,
  firefox: AppWindow,
  opera: AppWindow,
  safari: AppWindow,
  windows: Monitor,
  mac: Laptop,
  linux: Monitor,
}

interface TargetAvatarProps {
  target: Target
  size?: 28 | 40 | 64 | 96
  /** Whether to show the mark; set where a state is written beside it, which the mark must not contradict. */
  marked?: boolean
}

export function TargetAvatar({ target, size, marked }: TargetAvatarProps) {
  const t = useStore(activityWords)
  const session = useSession()
  const answered = useStore(session.pinger.$online).has(target.key)
  const isHere = useActivity(target) !== undefined
  const online = marked ?? (answered || isHere)
  const Glyph = glyphOf(target)
  const hue = useHue(target)
  return (
    <span className={styles.place}>
      <Avatar
        name={nameOf(target).slice(0, maxReadLength)}
        seed={target.key}
        hue={hue}
        image={target.image_url}
        {...(Glyph && { glyph: <Glyph /> })}
        {...(size && { size })}
      />
      {online && (
        <span className={styles.online}>
          <span className="hidden-words">{t.online}</span>
        </span>
      )}
    </span>
  )
}

/** The initials are taken from the first characters, this many at most. */
const maxReadLength = 200

function glyphOf({ type, obj }: Target): typeof Monitor | undefined {
  if (type === 'me') return Bookmark
  if (type === 'grant') return AppWindow
  if (type !== 'device') return undefined
  const device = obj as Device | undefined
  return glyphs[device?.icon ?? ''] ?? glyphs[device?.type ?? ''] ?? Monitor
}

/** Pings the devices whenever the window gets the focus, while `wanted`. */
export function useOnline(wanted: boolean): void {
  const { pinger } = useSession()
  const watched = useStore($focused)
  useEffect(() => {
    if (wanted && watched) pinger.ping()
  }, [wanted, watched, pinger])
}
