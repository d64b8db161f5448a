import type { Draft } from '@waypost/client'
import { addressLength, bodyLength, isLink, titleLength, withCommas } from '@waypost/protocol'
import type { SeenTab } from '../../browser/current-tab.ts'
import type { MenuContext, Pressed } from '../../browser/menus.ts'

/** What to send: a message; a picture to fetch, with a message to send if that fails; or why there is nothing to send. */
export type Sendable = { draft: Draft } | { picture: string; instead: Sendable } | { refused: string }

const onlyWebPages = 'Only web pages can be sent, not the browser’s own pages.'

/** What a click on the menu sends. */
export function sendableOf(context: MenuContext, pressed: Pressed, tab: SeenTab | undefined): Sendable {
  const page = { url: pressed.pageUrl ?? tab?.url, title: tab?.title }
  if (context === 'selection') return textOf(pressed.selectionText)
  if (context === 'link') return linkOf(pressed.linkUrl, pressed.linkText)
  if (context === 'image') return pictureOf(pressed.srcUrl)
  if (context === 'video' || context === 'audio') return mediaOf(pressed.srcUrl, page)
  return pageOf(page)
}

/** A page as its address and title. */
export function pageOf({ url, title }: SeenTab): Sendable {
  if (!isSendable(url)) return { refused: onlyWebPages }
  const words = title?.trim().slice(0, titleLength)
  // Browsers give the address as the title of a page without one.
  return { draft: { url, ...(words && words !== url && !url.endsWith(`//${words}`) && { title: words }) } }
}

/** A text, e.g. the selection. */
export function textOf(text: string | undefined): Sendable {
  const words = text?.trim() ?? ''
  if (words === '') return { refused: 'No text is selected.' }
  if (words.length > bodyLength)
    return { refused: `The selection is too long to send. The limit is ${withCommas(bodyLength)} characters.` }
  return { draft: { body: words } }
}

function linkOf(url: string | undefined, words: string | undefined): Sendable {
  const address = /^(mailto|tel):([^?]+)/i.exec(url ?? '')?.[2]
  // Only the bare address is useful elsewhere.
  if (address !== undefined) return textOf(decoded(address))
  if (!isSendable(url)) return { refused: 'Only links to web pages can be sent.' }
  const title = words?.replace(/\s+/g, ' ').trim().slice(0, titleLength)
  return { draft: { url, ...(title && title !== url && { title }) } }
}

/** The picture itself if it can be fetched, otherwise its address. */
function pictureOf(url: string | undefined): Sendable {
  if (url?.startsWith('data:image/'))
    return { picture: url, instead: { refused: 'Couldn’t read this picture. Save it and send the file instead.' } }
  if (isSendable(url)) return { picture: url, instead: { draft: { url } } }
  return { refused: 'Couldn’t read this picture. Save it and send the file instead.' }
}

/** Blob addresses work nowhere else, so the page's address is sent instead. */
function mediaOf(url: string | undefined, page: SeenTab): Sendable {
  return isSendable(url) ? { draft: { url } } : pageOf(page)
}

const isSendable = (url: string | undefined): url is string => isLink(url) && url.length <= addressLength

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
