import { setupStepNames } from '@waypost/client/setup/step-names'
import { describe, expect, it, vi } from 'vitest'
import {
  aboutOf,
  editorOf,
  folderItem,
  folderPlaceOf,
  hrefOf,
  isAbout,
  isList,
  isOpen,
  leadsTo,
  pageOf,
  placeOf,
  readQuery,
  settingsTabOf,
  setupTabOf,
  setupTabs,
  smsItem,
  smsPlaceOf,
} from './route.ts'

describe('paths', () => {
  it('SHELL-002 the main page answers to / and to /index.html', () => {
    expect(pageOf('/')).toBe('/')
    expect(pageOf('/index.html')).toBe('/')
  })

  it('SHELL-008 a path that nothing answers to is not found', () => {
    expect(pageOf('/nope')).toBe('not-found')
    expect(pageOf('/signin/')).toBe('not-found')
    expect(pageOf('/__proto__')).toBe('not-found')
    expect(pageOf('/constructor')).toBe('not-found')
  })

  it('SHELL-035 each page of its own has its path', () => {
    const paths = ['/signin', '/provider/local', '/auth_error', '/desktop_auth', '/style-guide']
    expect(paths.map(pageOf)).toEqual(paths)
  })
})

describe('paths that lead on', () => {
  it('SHELL-009 SHELL-010 (deviates) SHELL-011 lead to the addresses that are configured, and the API to its reference here', () => {
    const links = { blog: 'https://blog.example.org/', help: 'https://help.example.org/' }
    expect(['/blog', '/api', '/help'].map((path) => leadsTo(path, links))).toEqual([links.blog, '/docs/api', links.help])
    expect(['/blog', '/help'].map((path) => leadsTo(path, {}))).toEqual(['/press', '/support'])
  })

  it('SHELL-012 SHELL-013 SHELL-014 lead from where things used to be', () => {
    expect(['/add-friend', '/create-client', '/account'].map((path) => leadsTo(path, {}))).toEqual([
      '/#people/new',
      '/#settings/clients',
      '/#settings/account',
    ])
    expect(['/', '/constructor', '/signin'].map((path) => leadsTo(path, {}))).toEqual([undefined, undefined, undefined])
  })
})

describe('hash routes', () => {
  it('the page about a target is a part of the place of its conversation, whatever it is called', () => {
    for (const item of ['ana@example.org', 'about', 'a/about']) {
      const hash = aboutOf('following', item)
      expect([placeOf(hash), isAbout(hash)]).toEqual([{ section: 'following', item }, true])
      expect(isAbout(hrefOf('following', item))).toBe(false)
    }
    expect(placeOf('#remotefiles/pc/about')).toEqual({ section: 'remotefiles', item: 'pc/about' })
  })

  it('SHELL-072 SETT-002 a tab of the settings, or the first one where there is none of that name yet', () => {
    expect(placeOf('#settings')).toEqual({ section: 'settings' })
    expect(placeOf('#settings/history')).toEqual({ section: 'settings', item: 'history' })
    expect(['account', 'devices', 'clients/new', 'encryption', 'constructor', ''].map(settingsTabOf)).toEqual([
      'account',
      'devices',
      'clients',
      'encryption',
      'account',
      'account',
    ])
    expect(placeOf(hrefOf('settings', 'clients/new'))).toEqual({ section: 'settings', item: 'clients/new' })
    expect(hrefOf('settings', 'clients/new')).toBe('#settings/clients/new')
  })

  it('SHELL-079 SETUP-002 a tab of the checklist, or the first one where there is none of that name', () => {
    expect(placeOf('#setup')).toEqual({ section: 'setup' })
    expect(placeOf('#setup/mobile')).toEqual({ section: 'setup', item: 'mobile' })
    expect([undefined, 'invite', 'constructor', 'progress'].map(setupTabOf)).toEqual([
      'progress',
      'invite',
      'progress',
      'progress',
    ])
    expect(setupTabs).toEqual(['progress', ...setupStepNames])
  })

  it('SHELL-062 SHELL-066 a section alone', () => {
    expect(placeOf('#people')).toEqual({ section: 'people' })
    expect(placeOf('#devices')).toEqual({ section: 'devices' })
    expect(placeOf('#people/')).toEqual({ section: 'people' })
  })

  it('SHELL-063 SHELL-064 SHELL-065 SHELL-067 SHELL-068 an item of a section', () => {
    expect(placeOf('#people/me')).toEqual({ section: 'people', item: 'me' })
    expect(placeOf('#people/new')).toEqual({ section: 'people', item: 'new' })
    expect(placeOf('#people/ana@example.org')).toEqual({ section: 'people', item: 'ana@example.org' })
    expect(placeOf('#devices/ujAbc123')).toEqual({ section: 'devices', item: 'ujAbc123' })
    expect(placeOf('#devices/new')).toEqual({ section: 'devices', item: 'new' })
  })

  it('SHELL-069 SHELL-070 SHELL-071 the same for followed channels', () => {
    expect(placeOf('#following')).toEqual({ section: 'following' })
    expect(placeOf('#following/news')).toEqual({ section: 'following', item: 'news' })
    expect(placeOf('#following/ujAbc123sjX')).toEqual({ section: 'following', item: 'ujAbc123sjX' })
    expect(placeOf('#following/new')).toEqual({ section: 'following', item: 'new' })
  })

  it('SHELL-073 SHELL-074 SHELL-075 SHELL-076 a phone, a new message and a conversation on it', () => {
    expect(placeOf('#sms')).toEqual({ section: 'sms' })
    for (const thread of [undefined, 'new', '7', 'to:+1 555,ana@example.org']) {
      const item = smsItem('ujAbc123', thread)
      expect(placeOf(hrefOf('sms', item))).toEqual({ section: 'sms', item })
      expect(smsPlaceOf(item)).toEqual({ device: 'ujAbc123', ...(thread && { thread }) })
    }
    expect(hrefOf('sms', smsItem('ujAbc123', '7'))).toBe('#sms/ujAbc123/7')
    expect(smsPlaceOf(undefined)).toEqual({})
    expect(['ujAbc123', 'ujAbc123/7'].map((item) => isList({ section: 'sms', item }))).toEqual([true, false])
    expect([isList({ section: 'sms' }), isList({ section: 'devices', item: 'ujAbc123' })]).toEqual([true, false])
  })

  it('SIDE-017 CHAN-028 an own channel leads to its editor', () => {
    expect([editorOf('my tag'), pageOf('/my-channel')]).toEqual(['/my-channel?tag=my%20tag', '/my-channel'])
  })

  it('SHELL-061 an empty hash, or one that nothing answers to, names no place', () => {
    expect(placeOf('')).toBeUndefined()
    expect(placeOf('#')).toBeUndefined()
    expect(placeOf('#nowhere/me')).toBeUndefined()
  })

  it('SHELL-063 an address with odd letters survives the way there and back', () => {
    for (const item of ['ana@example.org', 'a/b@example.org', 'ünï+tag@example.org', '100%@example.org', '#@example.org']) {
      expect(placeOf(hrefOf('people', item))).toEqual({ section: 'people', item })
    }
    expect(hrefOf('people', 'ana@example.org')).toBe('#people/ana@example.org')
  })

  it('SHELL-063 an escape that cannot be read is taken as it stands', () => {
    expect(placeOf('#people/100%@example.org')).toEqual({ section: 'people', item: '100%@example.org' })
  })
})

describe('query strings', () => {
  it('SHELL-029 are read as keys and values, and empty values are dropped', () => {
    expect(readQuery('?next=%2F&source=&platform=mac')).toEqual({ next: '/', platform: 'mac' })
    expect(readQuery('')).toEqual({})
  })
})

it('SHELL-077 a folder of a device stands in the address, whatever it is called', () => {
  for (const path of ['~', '~/Pictures', '/etc/a b', 'C:\\Users\\Ann', '~/100% & #1/é\u{10ffe9}?', '~/new']) {
    const place = placeOf(hrefOf('remotefiles', folderItem('laptop', path)))
    expect(place?.section).toBe('remotefiles')
    expect(folderPlaceOf(place?.item)).toEqual({ device: 'laptop', path })
  }
  expect(hrefOf('remotefiles', folderItem('laptop', '~'))).toBe('#remotefiles/laptop')
  expect(folderPlaceOf(undefined)).toEqual({ path: '~' })
})

it('an item is open when the address names it in its section, and only then', () => {
  const openAt = (hash: string) => {
    vi.stubGlobal('location', { hash })
    return isOpen('people', 'ana@example.org')
  }
  expect(openAt('#people/ana@example.org')).toBe(true)
  const others = ['#people/bob@example.org', '#devices/ana@example.org', '#people', '#people/ana@example.org/x', '#nowhere', '']
  for (const hash of others) expect([hash, openAt(hash)]).toEqual([hash, false])
})
