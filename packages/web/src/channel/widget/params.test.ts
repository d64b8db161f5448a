import { describe, expect, it } from 'vitest'
import { readParams } from './params.ts'

const nothing = { channel: undefined, card: false, size: 'medium', code: undefined }

describe('the hash of /widget.html', () => {
  it('CHAN-043 has channel, widget, size and code', () => {
    expect(readParams('#channel=garden&widget=card&size=large&code=a%26b')).toEqual({
      channel: 'garden',
      card: true,
      size: 'large',
      code: 'a&b',
    })
    expect(readParams('#size=small&channel=Port-Ellery_2&widget=button')).toEqual({
      ...nothing,
      channel: 'Port-Ellery_2',
      size: 'small',
    })
  })

  it('CHAN-043 takes nothing that cannot be', () => {
    const long = 'a'.repeat(10_000)
    for (const hash of ['', '#', '#channel=', '#channel=<script>alert(1)</script>', `#channel=${long}&code=${long}&size=${long}`])
      expect(readParams(hash)).toEqual(nothing)
    expect(readParams('#channel=two words&size=constructor&widget=__proto__&code=')).toEqual(nothing)
  })
})
