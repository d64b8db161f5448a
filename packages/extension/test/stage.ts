// What a test sees of a browser with the extension, the same for Chromium and Firefox.

import type { BrowserContext, Worker } from '@playwright/test'
import type { Account } from '@waypost/protocol'
import type { Browser as FirefoxBrowser } from 'puppeteer-core'
import type { TestDesktop } from 'waypost/desktop/test-desktop'
import { iconSizes } from '../src/manifest.ts'

export type BrowserKind = 'chromium' | 'firefox'

/** A person with an account. */
export interface Person {
  readonly email: string
  readonly token: string
  readonly account: Account
  /** Calls the API as this person, like another program. */
  // biome-ignore lint/suspicious/noExplicitAny: answers differ for each call, and a test checks the fields that it needs
  call(path: string, body?: object, method?: string): Promise<any>
}

/** A page of the extension, or any other page, in a tab. */
export interface Tab {
  url(): string
  /** Presses what has this role and whole name. */
  press(name: string, role?: string): Promise<void>
  /** Types words into a field in place of what is there. */
  fill(name: string, words: string): Promise<void>
  /** Waits until the page shows words. */
  sees(words: string): Promise<void>
  /** Waits until it shows them no longer. */
  sawGo(words: string): Promise<void>
  evaluate<A, T>(work: (given: A) => T | Promise<T>, given: A): Promise<T>
  /** The size of the page, in pixels, and the colours that the person prefers. */
  look(size: { width: number; height: number }, colours?: 'light' | 'dark'): Promise<void>
  screenshot(path: string): Promise<void>
  close(): Promise<void>
}

export interface ExtensionBrowser {
  readonly kind: BrowserKind
  /** Where the pages of the extension are, with a slash at the end. */
  readonly base: string
  /** Shows its notifications. A press on one is like one of the person. */
  readonly desktop: TestDesktop
  readonly chromium: BrowserContext
  readonly firefox: FirefoxBrowser
  /** The worker of the background in Chromium. */
  background(): Promise<Worker>
  /** Opens an address in a tab; one without a scheme is a page of the extension. */
  open(address: string): Promise<Tab>
  /** The next tab that the browser or the extension opens, whose address has these letters. To be called before it opens. */
  opened(letters: string): Promise<Tab>
  /** The addresses of all tabs. */
  addresses(): Promise<string[]>
  /** Runs code within the extension, in a tab that is none of its pages. */
  run<A, T>(work: (given: A) => T | Promise<T>, given: A): Promise<T>
  /** Signs in as a person would, without their presses, and waits until it is connected. @returns the iden of the device */
  signIn(person: Person): Promise<string>
  /** Ends the browser, as at the end of a day. Its profile stays. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Starts it with nothing attached: there is `desktop`, and `stop`. */
  startAlone(): Promise<void>
  close(): Promise<void>
}

/** How long a browser may take for one thing, in milliseconds. */
export const patience = 30_000

/** Asks again and again until there is an answer. */
export async function until<T>(ask: () => Promise<T | undefined | false>, within = patience): Promise<T> {
  for (const end = Date.now() + within; ; ) {
    const got = await ask()
    if (got !== undefined && got !== false) return got
    if (Date.now() > end) throw new Error(`Nothing came within ${within} ms: ${ask}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The address of a page of the extension, or of any other. */
export const addressOf = (base: string, address: string): string => (/^[\w-]+:/.test(address) ? address : base + address)

/** A file of the extension that is no page of it: code that runs in its document is within the extension, and changes nothing. */
export const quietFile = `icons/icon-${iconSizes[0]}.png`

/** Signs in, for both browsers. */
export async function signInBy(browser: Pick<ExtensionBrowser, 'run' | 'kind'>, person: Person, origin: string): Promise<string> {
  const type = browser.kind === 'chromium' ? 'chrome' : 'firefox'
  const { iden } = await person.call('/v2/devices', { nickname: 'This browser', type, icon: 'browser' })
  await browser.run((signIn) => chrome.storage.local.set({ signIn }), { origin, token: person.token, device: iden as string })
  await until(() =>
    browser.run(async () => {
      const { done } = await chrome.runtime.sendMessage({ kind: 'wake' })
      // Until it has remembered what was there before, all that comes counts as that.
      return done === 'connected' && 'told' in (await chrome.storage.local.get('told'))
    }, undefined),
  )
  return iden
}
