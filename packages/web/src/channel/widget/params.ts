import { isTag } from '../tag.ts'

/** The parameters of the widget, from its hash. */
export interface WidgetParams {
  /** Undefined if the tag is invalid. */
  channel: string | undefined
  card: boolean
  size: 'small' | 'medium' | 'large'
  /** Follows the colour scheme of the framing page; otherwise the widget is light. */
  pageScheme: boolean
  /** Returned to the framing page once the user follows the channel. */
  code: string | undefined
}

/** In characters. */
const codeLength = 1_000

/** Parses `#channel=garden&widget=card&size=large&scheme=page&code=abc`. Invalid values count as absent. */
export function readParams(hash: string): WidgetParams {
  const said = new URLSearchParams(hash.replace(/^#/, ''))
  const channel = said.get('channel') ?? ''
  const size = said.get('size')
  const code = said.get('code') ?? ''
  return {
    channel: isTag(channel) ? channel : undefined,
    card: said.get('widget') === 'card',
    pageScheme: said.get('scheme') === 'page',
    size: size === 'small' || size === 'large' ? size : 'medium',
    code: code !== '' && code.length <= codeLength ? code : undefined,
  }
}
