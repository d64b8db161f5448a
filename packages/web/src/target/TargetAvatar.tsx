import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import type { Device } from '@waypost/protocol'
import { AppWindow, Laptop, Monitor, Server, Smartphone, Tablet, Watch } from 'lucide-react'
import { secureImage } from '../browser.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { useClient } from './client.ts'
import { nameOf } from './name.ts'

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
  size?: 28 | 40 | 64
}

export function TargetAvatar({ target, size }: TargetAvatarProps) {
  const account = useStore(useClient().$account)
  const device = target.type === 'device' ? (target.obj as Device | undefined) : undefined
  const Glyph = device && (glyphs[device.icon ?? ''] ?? glyphs[device.type ?? ''] ?? Monitor)
  return (
    <Avatar
      name={nameOf(target)}
      seed={target.type === 'me' ? (account?.email_normalized ?? '') : target.key}
      image={secureImage(target.image_url)}
      {...(Glyph && { glyph: <Glyph /> })}
      {...(size && { size })}
    />
  )
}
