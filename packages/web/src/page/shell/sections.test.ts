import { describe, expect, it } from 'vitest'
import { shownSections } from './sections.ts'

const facts = { created: 1_500_000_000, setupDone: false, texts: true }
const shown = (more: Partial<typeof facts> = {}, exists: (section: string) => boolean = () => true) =>
  shownSections({ ...facts, ...more }, exists).map(({ section }) => section as string)

describe('sections', () => {
  it('SIDE-001 stand in their order', () => {
    expect(shown()).toEqual(['setup', 'people', 'devices', 'following', 'sources', 'sms', 'remotefiles', 'settings'])
  })

  it('SIDE-002 SETUP-004 setup is for accounts made after a certain second, and until it is done', () => {
    expect(shown({ setupDone: true })).not.toContain('setup')
    expect(shown({ created: 1_440_698_722 })).not.toContain('setup')
    expect(shown({ created: 1_440_698_723 })).toContain('setup')
  })

  it('SIDE-004 texting needs a device that can send texts', () => {
    expect(shown({ texts: false })).not.toContain('sms')
  })

  it('SIDE-001 one without a page is nowhere', () => {
    expect(shown({}, (section) => section === 'people')).toEqual(['people'])
    expect(shownSections(facts).map(({ section }) => section)).toEqual(expect.arrayContaining(['people', 'devices', 'following']))
  })
})
