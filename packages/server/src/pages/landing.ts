import { createContext, Script } from 'node:vm'

/** Renders the landing page. `meta` are the facts in the page, by name. */
export type DrawLanding = (meta: Readonly<Record<string, string>>) => string

/** The media query for each header of the page, as in `$smallHeader` of the web client. */
const headers = ['(width >= 550px)', '(width < 550px)']

/** Reads a build's `landing.js`. The rendered page is put into `<template>`s, one for wide windows and one for narrow ones. */
export function landingDrawer(code: string): DrawLanding {
  const script = new Script(`${code};drawLanding()`)
  return (meta) =>
    headers
      .map((media) => {
        const page: string = script.runInContext(createContext(pageFor(meta, media)))
        // The content policy forbids inline styles; the page sets them from these attributes. In texts and values, quotation marks are
        // escaped.
        const allowed = page.replaceAll(' style="', ' data-style="')
        return `<template data-media="${media.replace('<', '&lt;')}">${allowed}</template>`
      })
      .join('')
}

/** The browser globals that the page needs to render. The page itself fills in its own origin. */
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
