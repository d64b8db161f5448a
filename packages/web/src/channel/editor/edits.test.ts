import type { Channel } from '@waypost/protocol'
import { describe, expect, it } from 'vitest'
import { changeOf, creationOf, edited, fieldsOf, troubleOf, without } from './edits.ts'

const saved = fieldsOf({
  iden: 'c',
  active: true,
  created: 1,
  modified: 1,
  tag: 'garden',
  name: 'Garden',
  feed_url: 'https://example.org/feed',
  feed_filters: [{ field: 'title', operator: 'contains', value: 'beans', ignore_case: true }],
} satisfies Channel)

describe('edits of a channel', () => {
  it('CHAN-029 CHAN-028 hold what differs, and nothing else goes to the server', () => {
    let edits = edited({}, saved, 'name', 'Garden notes ')
    edits = edited(edits, saved, 'description', 'All of it')
    expect(changeOf(edits, undefined)).toEqual({ name: 'Garden notes', description: 'All of it' })
    edits = edited(edited(edits, saved, 'name', 'Garden'), saved, 'description', '')
    expect(edits).toEqual({})
    expect(changeOf(edits, undefined)).toEqual({})
  })

  it('CHAN-029 a field that was emptied is cleared, and a feed is ended', () => {
    expect(changeOf({ name: '', description: '  ', feed_url: '' }, saved.feed_url)).toEqual({
      name: ' ',
      description: ' ',
      clear_feed: true,
    })
    expect(changeOf({}, saved.feed_url)).toEqual({ feed_url: 'https://example.org/feed' })
  })

  it('CHAN-037 filters that ask for nothing are left out, and others keep all that they ask', () => {
    const filters = [
      { field: 'body' as const, operator: 'contains' as const, value: ' slugs ', not: true, ignore_case: false },
      { field: 'title' as const, operator: 'contains' as const, value: ' ', ignore_case: true },
    ]
    expect(changeOf({ feed_filters: filters }, undefined)).toEqual({
      feed_filters: [{ field: 'body', operator: 'contains', value: 'slugs', not: true, ignore_case: false }],
    })
    expect(creationOf({ ...fieldsOf(undefined), tag: 'new', name: ' ', feed_filters: filters.slice(1) })).toEqual({ tag: 'new' })
  })

  it('text typed during the save is still an edit', () => {
    const sent = { name: 'Beans', description: 'All' }
    expect(without({ ...sent, description: 'All of it', image_url: 'https://example.org/a.png' }, sent)).toEqual({
      description: 'All of it',
      image_url: 'https://example.org/a.png',
    })
  })

  it('CHAN-029 a tag is needed, and a feed has an address of the web', () => {
    expect(troubleOf(saved)).toEqual({})
    expect(troubleOf({ ...saved, tag: '', feed_url: 'javascript:alert(1)' })).toEqual({ tag: 'needed', feed_url: 'address' })
    expect(troubleOf({ ...saved, feed_url: ' ' })).toEqual({})
  })
})
