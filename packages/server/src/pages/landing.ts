// Draws the landing page with the facts of this deployment, by the script that the build of the web client made for it.

import { createContext, Script } from 'node:vm'

/** Draws the landing page. `meta` are the facts that stand in the page, by name. */
export type DrawLanding = (meta: Readonly<Record<string, string>>) => string

/** For each header of the page, the media in which it is shown. As `$smallHeader` of the web client has it. */
const headers = ['(width >= 550px)', '(width < 550px)']

/** Reads `landing.js` of a build. Its page is put into `<template>`s: one for wide windows and one for narrow ones. */
export function landingDrawer(code: string): DrawLanding {
  const script = new Script(`${code};drawLanding()`)
  return (meta) =>
    headers
      .map((media) => {
        const page: string = script.runInContext(createContext(pageFor(meta, media)))
        // The content policy forbids styles in markup; the page sets them from these. In texts and values a quotation mark is escaped.
        const allowed = page.replaceAll(' style="', ' data-style="')
        return `<template data-media="${media.replace('<', '&lt;')}">${allowed}</template>`
      })
      .join('')
}

/** As much of a browser's globals as the page needs to be drawn. The page itself fills in its own origin. */
function pageFor(meta: Readonly<Record<string, string>>, media: string): object {
  const nothing = () => {}
  const named = (selector: string) => /^meta\[name="(.*)"\]$/.exec(selector)?.[1] ?? ''
  return {
    document: {
      querySelector: (selector: string) => (Object.hasOwn(meta, named(selector)) ? { content: meta[named(selector)] } : null),
    },
    location: { origin: '{origin}', pathname: '/', search: '', hash: '' },
    matchMedia: (query: string) => ({ matches: query === media, addEventListener: nothing }),
    AbortController,
    URL,
    URLSearchParams,
    setTimeout: nothing,
  }
}
