// Draws the widget, which other sites embed to let visitors follow a channel.

import { colourOfHue, hueOf, initialsOf } from '@waypost/client/pictures/hue'
import { splitLinks } from '@waypost/client/words/short-links'
import type { ChannelInfo } from '@waypost/protocol'
import { boundedImage } from '../../browser/bounded-images.ts'
import avatar from '../../ui/Avatar.module.css'
import button from '../../ui/inputs/Button.module.css'
import spinner from '../../ui/inputs/Spinner.module.css'
import { i18n } from '../../ui/language.ts'
import { channelName } from '../follow/following.ts'
import { widgetWords } from './en.ts'
import type { WidgetParams } from './params.ts'
import styles from './Widget.module.css'

// Without React, which would be most of the code the framing page has to load.

const messages = i18n('widget', widgetWords)

/** Smaller follower counts are hidden. */
const countsFrom = 6

interface ChannelShown {
  state: 'channel'
  info: ChannelInfo
  followed: boolean
  busy: boolean
  /** Why the last click failed: the server's message, or the URL of the popup that the browser blocked. */
  trouble?: { refused: string } | { notOpened: string } | undefined
}

export type Shown = { state: 'loading' } | { state: 'missing' } | { state: 'failed'; reason: string } | ChannelShown

interface Presses {
  press(): void
  retry(): void
}

/** Renders the widget into an element; returns a function that renders a new state. */
export function drawWidget(place: HTMLElement, look: WidgetParams, presses: Presses): { show(shown: Shown): void } {
  const t = messages.get()
  let channel: { draw(shown: ChannelShown): void } | undefined
  let focused = false
  place.className = styles.widget ?? ''
  // A page without a scheme is light, while its frames get the reader's preference: dark colours would make a dark box on it.
  if (look.pageScheme) place.closest('html')?.removeAttribute('data-theme')
  place.dataset.size = look.size
  place.toggleAttribute('data-card', look.card)

  /** A replaced button passes its focus on, eventually to the button that replaces the spinner. */
  function put(...nodes: Node[]): void {
    focused ||= place.contains(document.activeElement)
    place.replaceChildren(...nodes)
    const next = focused ? place.querySelector<HTMLElement>('button') : undefined
    next?.focus()
    if (next) focused = false
  }

  return {
    show(shown) {
      if (shown.state === 'channel') {
        if (!channel) {
          const drawn = channelNodes(shown.info, look, presses.press)
          put(...drawn.nodes)
          channel = drawn
        }
        return channel.draw(shown)
      }
      channel = undefined
      if (shown.state === 'loading') return put(loading(t.loading))
      if (shown.state === 'missing') return put(notice(t.missing))
      const retry = element('button', { type: 'button', className: `${button.button} ${button.secondary}` }, t.retry)
      retry.addEventListener('click', presses.retry)
      put(notice(t.failed, shown.reason, retry))
    },
  }
}

function channelNodes(info: ChannelInfo, look: WidgetParams, press: () => void) {
  const t = messages.get()
  const name = channelName(info)
  const said = { subscribe: t.subscribe({ name }), subscribed: t.subscribed({ name }) }
  // Both texts overlap, so the button's size doesn't reveal its state to the framing page.
  const words = element(
    'span',
    { className: styles.words },
    element('span', { className: styles.subscribe, dir: 'auto' }, said.subscribe),
    element('span', { className: styles.subscribed, dir: 'auto' }, said.subscribed),
  )
  const mark = element('span', { className: styles.mark, ariaHidden: 'true' })
  const pressed = element('button', { type: 'button' }, mark, words, dots(button.under))
  pressed.addEventListener('click', press)
  const trouble = element('p', { className: styles.trouble, role: 'alert' })
  const spoken = element('p', { className: 'hidden-words', role: 'status' })
  let before: boolean | undefined

  function draw({ followed, busy, trouble: why }: ChannelShown): void {
    pressed.className = `${button.button} ${followed ? button.secondary : button.follow} ${styles.button}`
    pressed.title = followed ? said.subscribed : said.subscribe
    words.toggleAttribute('data-follows', followed)
    mark.toggleAttribute('data-follows', followed)
    pressed.toggleAttribute('data-busy', busy)
    if (busy) pressed.setAttribute('aria-disabled', 'true')
    else pressed.removeAttribute('aria-disabled')
    if (before !== undefined && before !== followed) spoken.textContent = followed ? said.subscribed : t.ended({ name })
    before = followed
    trouble.replaceChildren(...(why ? troubleNodes(why) : []))
    trouble.hidden = !why
  }

  const end = [trouble, spoken]
  if (info.suspended) end.unshift(element('p', { className: styles.suspended }, t.suspended))
  return { draw, nodes: look.card ? [card(info, name, pressed, end)] : [pressed, ...end] }
}

function troubleNodes(why: NonNullable<ChannelShown['trouble']>): Node[] {
  const t = messages.get()
  if ('refused' in why) return [new Text(why.refused)]
  return [new Text(`${t.blocked} `), element('a', { href: why.notOpened, target: '_blank', rel: 'opener' }, t.open)]
}

function card(info: ChannelInfo, name: string, pressed: Node, end: Node[]): Node {
  const t = messages.get()
  const { tag, description, subscriber_count } = info
  const facts = element('p', { className: styles.facts }, element('span', { dir: 'auto' }, t.handle({ tag })))
  if (subscriber_count >= countsFrom) facts.append(element('span', {}, t.followers(subscriber_count)))
  const about = element('div', { className: styles.about }, element('h1', { className: styles.name, dir: 'auto' }, name), facts)
  const article = element('article', { className: styles.card, ariaLabel: name }, picture(info, name), about)
  if (description) article.append(element('p', { className: styles.description, dir: 'auto' }, ...linked(description)))
  article.append(pressed, ...end)
  return article
}

const linked = (text: string): (Node | string)[] =>
  splitLinks(text).map((part) =>
    part.href === undefined
      ? part.text
      : element('a', { href: part.href, target: '_blank', rel: 'noreferrer noopener nofollow' }, part.text),
  )

/** Just the initials if the picture could take too much memory. */
function picture({ tag, image_url }: ChannelInfo, name: string): Node {
  const initials = element('span', { className: avatar.initials })
  initials.dataset.initials = initialsOf(name)
  const tile = element('span', { className: `${avatar.avatar} ${avatar.of64} ${styles.picture}`, ariaHidden: 'true' }, initials)
  tile.style.setProperty('--hue', colourOfHue(hueOf(tag)))
  const src = boundedImage(image_url)
  if (src) {
    const image = element('img', { className: avatar.picture, alt: '', src })
    image.addEventListener('load', () => image.setAttribute('data-shown', ''))
    image.addEventListener('error', () => image.remove())
    tile.append(image)
  }
  return tile
}

function loading(words: string): Node {
  return element(
    'div',
    { className: styles.loading, role: 'status' },
    dots(),
    element('span', { className: 'hidden-words' }, words),
  )
}

function notice(words: string, more?: string, ...nodes: Node[]): Node {
  const text = element('div', {}, element('p', {}, words))
  if (more !== undefined) text.append(element('p', { className: styles.second }, more))
  return element('div', { className: styles.notice, role: 'alert' }, text, ...nodes)
}

/** Like `Dots` in `ui/`. */
function dots(around?: string): HTMLElement {
  const lane = element('span', { className: spinner.dots, ariaHidden: 'true' }, element('i'), element('i'), element('i'))
  return around ? element('span', { className: `${around} ${styles.busy}` }, lane) : lane
}

/** Strings become text nodes. */
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: { [Key in keyof HTMLElementTagNameMap[Name]]?: HTMLElementTagNameMap[Name][Key] | undefined } = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...inside)
  return made
}
