import { existsSync } from 'node:fs'
import type { Target } from '@waypost/client'
import { describe, expect, it } from 'vitest'
import { iconOf } from './show-push.ts'

const folder = new URL('../../../public', import.meta.url).pathname
const target = (type: Target['type'], more: object = {}): Target =>
  ({
    key: 'k',
    type,
    name: 'n',
    desc: '',
    muted: false,
    obj: { iden: 'k', active: true, created: 1, modified: 1, ...more },
  }) as Target

describe('default icons', () => {
  it('SIDE-024 stand under /img/deviceicons/', () => {
    const names = ['everything', 'phone', 'user', 'system', 'channel', 'group', 'browser', 'desktop']
    for (const name of names) expect(existsSync(`${folder}/img/deviceicons/${name}.png`)).toBe(true)
  })

  it('SIDE-024 are chosen by what a target is', () => {
    expect(iconOf(target('me'))).toBe('/img/deviceicons/everything.png')
    expect(iconOf(target('chat'))).toBe('/img/deviceicons/user.png')
    expect(iconOf(target('subscription'))).toBe('/img/deviceicons/channel.png')
    expect(iconOf(target('device', { type: 'android' }))).toBe('/img/deviceicons/phone.png')
    expect(iconOf(target('device', { icon: 'browser', type: 'linux' }))).toBe('/img/deviceicons/browser.png')
    expect(iconOf(target('device', { type: 'linux' }))).toBe('/img/deviceicons/desktop.png')
  })
})
