import * as v from 'valibot'
import { tagLength } from './channel.ts'

// Files that a server offers to every browser, besides the API.

/** `GET /config/channels.json`: the channel groups of the directory. `image` is the URL of a picture. */
export const ChannelCategories = v.array(
  v.object({
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    image: v.optional(v.pipe(v.string(), v.maxLength(2_000))),
    tags: v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(tagLength))), v.maxLength(500)),
  }),
)
export type ChannelCategories = v.InferOutput<typeof ChannelCategories>

/** `GET /img/support/support.json`: answers to suggest while the user writes to support. `body` is HTML of this project. */
export const SupportAnswers = v.array(v.object({ name: v.string(), tags: v.array(v.string()), body: v.string() }))
export type SupportAnswers = v.InferOutput<typeof SupportAnswers>

/** `GET /config/about.json`: the people behind a server. `image` is the URL of a picture, `about` a few words. */
export const AboutPeople = v.pipe(
  v.array(
    v.object({
      name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
      image: v.pipe(v.string(), v.minLength(1), v.maxLength(2_000)),
      about: v.optional(v.pipe(v.string(), v.maxLength(500))),
    }),
  ),
  v.maxLength(100),
)
export type AboutPeople = v.InferOutput<typeof AboutPeople>

/** A version of a program that a server offers, as files below `/apps/`. `size` is in bytes, `sha256` in hex. */
const download = {
  version: v.pipe(v.string(), v.maxLength(100)),
  files: v.array(v.object({ name: v.string(), size: v.number(), sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) })),
}

/** `GET /apps/index.json`: the companion app that a server offers, and the browser extension; older servers have no extension. */
export const CompanionDownload = v.object({ ...download, extension: v.optional(v.object(download)) })
export type CompanionDownload = v.InferOutput<typeof CompanionDownload>

/** The browser extension that a server offers. */
export type ExtensionDownload = NonNullable<CompanionDownload['extension']>

/** The stores and systems for which an app may exist. The links are set per server: `WAYPOST_LINK_<NAME>`. */
export const stores = ['android', 'chrome', 'firefox', 'windows', 'ios', 'mac', 'safari', 'opera'] as const
export type Store = (typeof stores)[number]
