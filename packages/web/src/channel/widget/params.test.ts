import { describe, expect, it } from 'vitest'
import { readParams } from './params.ts'

const nothing = { channel: undefined, card: false, size: 'medium', pageScheme: false, code: undefined }

describe('the hash of /widget.html', () => {
  it('CHAN-043 has channel, widget, size and code', () => {
    expect(readParams('#channel=garden&widget=card&size=large&code=a%26b')).toEqual({
      channel: 'garden',
      card: true,
      size: 'large',
      pageScheme: false,
      code: 'a&b',
    })
    expect(readParams('#size=small&channel=Port-Ellery_2&widget=button')).toEqual({
      ...nothing,
      channel: 'Port-Ellery_2',
      size: 'small',
    })
  })

  it('follows the colour scheme of the page only where it says so', () => {
    expect(readParams('#channel=garden&scheme=page')).toEqual({ ...nothing, channel: 'garden', pageScheme: true })
    expect(readParams('#channel=garden&scheme=dark')).toEqual({ ...nothing, channel: 'garden' })
  })

  it('CHAN-043 takes nothing that cannot be', () => {
    const long = 'a'.repeat(10_000)
    for (const hash of ['', '#', '#channel=', '#channel=<script>alert(1)</script>', `#channel=${long}&code=${long}&size=${long}`])
      expect(readParams(hash)).toEqual(nothing)
    expect(readParams('#channel=two words&size=constructor&widget=__proto__&code=')).toEqual(nothing)
  })
})
