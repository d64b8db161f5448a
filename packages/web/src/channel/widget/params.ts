import { isTag } from '../tag.ts'

/** What the page around the widget wants, as it wrote it into the address. */
export interface WidgetParams {
  /** Undefined where there can be no such channel. */
  channel: string | undefined
  card: boolean
  size: 'small' | 'medium' | 'large'
  /** Handed back to the page around once the person follows the channel. */
  code: string | undefined
}

/** No page needs a longer one, in characters. */
const codeLength = 1_000

/** Reads `#channel=garden&widget=card&size=large&code=abc`. Whatever cannot be is as good as not being there. */
export function readParams(hash: string): WidgetParams {
  const said = new URLSearchParams(hash.replace(/^#/, ''))
  const channel = said.get('channel') ?? ''
  const size = said.get('size')
  const code = said.get('code') ?? ''
  return {
    channel: isTag(channel) ? channel : undefined,
    card: said.get('widget') === 'card',
    size: size === 'small' || size === 'large' ? size : 'medium',
    code: code !== '' && code.length <= codeLength ? code : undefined,
  }
}
