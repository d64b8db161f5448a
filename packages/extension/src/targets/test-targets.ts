import type { Target } from '@waypost/client'

const plain = { desc: '', muted: false }

export const me: Target = { ...plain, key: 'me', type: 'me', name: 'Me' }
export const person = (name: string, more: Partial<Target> = {}): Target => ({
  ...plain,
  key: `${name.toLowerCase().replace(/\s/g, '.')}@example.org`,
  type: 'chat',
  name,
  ...more,
})
export const device = (key: string, name = key): Target => ({ ...plain, key, type: 'device', name })
export const followed = (key: string): Target => ({ ...plain, key, type: 'subscription', name: key })
export const channel = (key: string): Target => ({ ...plain, key, type: 'channel', name: key })
