// The interface to a browser with the extension, the same for Chromium and Firefox.

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
  /** By its role and exact name. */
  press(name: string, role?: string): Promise<void>
  fill(name: string, words: string): Promise<void>
  /** Waits until the page shows words. */
  sees(words: string): Promise<void>
  /** Waits until the page no longer shows them. */
  sawGo(words: string): Promise<void>
  evaluate<A, T>(work: (given: A) => T | Promise<T>, given: A): Promise<T>
  /** Sets the viewport, in pixels, and the preferred colour scheme. */
  look(size: { width: number; height: number }, colours?: 'light' | 'dark'): Promise<void>
  screenshot(path: string): Promise<void>
  close(): Promise<void>
}

export interface ExtensionBrowser {
  readonly kind: BrowserKind
  /** With a trailing slash. */
  readonly base: string
  /** Shows its notifications. Clicking one is like a click by the person. */
  readonly desktop: TestDesktop
  readonly chromium: BrowserContext
  readonly firefox: FirefoxBrowser
  background(): Promise<Worker>
  /** Without a scheme it is a page of the extension. */
  open(address: string): Promise<Tab>
  /** Must be called before the tab opens; `letters` are in its address. */
  opened(letters: string): Promise<Tab>
  addresses(): Promise<string[]>
  /** Runs code inside the extension, in a tab that isn't one of its pages. */
  run<A, T>(work: (given: A) => T | Promise<T>, given: A): Promise<T>
  /** Signs in without the clicks a person would make, and waits until it is connected. @returns the iden of the device */
  signIn(person: Person): Promise<string>
  /** The profile stays. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Only `desktop` and `stop` work: no debugger is attached. */
  startAlone(): Promise<void>
  close(): Promise<void>
}

/** The time limit for anything a browser does, in milliseconds. */
export const patience = 30_000

/**
 * Polls until there is an answer.
 * @param state what the error says of the state that was found last
 */
export async function until<T>(ask: () => Promise<T | undefined | false>, within = patience, state?: () => unknown): Promise<T> {
  // Not the time of day, which may be set meanwhile.
  for (const end = performance.now() + within; ; ) {
    const got = await ask()
    if (got !== undefined && got !== false) return got
    if (performance.now() > end) throw new Error(`Nothing came within ${within} ms: ${state ? JSON.stringify(state()) : ask}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The address of a page of the extension, or of any other page. */
export const addressOf = (base: string, address: string): string => (/^[\w-]+:/.test(address) ? address : base + address)

/** A file of the extension that isn't one of its pages: code in its document runs inside the extension, and changes nothing. */
export const quietFile = `icons/icon-${iconSizes[0]}.png`

/** Signs in, for both browsers. */
export async function signInBy(browser: Pick<ExtensionBrowser, 'run' | 'kind'>, person: Person, origin: string): Promise<string> {
  const type = browser.kind === 'chromium' ? 'chrome' : 'firefox'
  const { iden } = await person.call('/v2/devices', { nickname: 'This browser', type, icon: 'browser' })
  await browser.run((signIn) => chrome.storage.local.set({ signIn }), { origin, token: person.token, device: iden as string })
  let state: { answer: unknown; isTold: boolean; held: unknown; pending: unknown } | undefined
  await until(
    async () => {
      state = await browser.run(async () => {
        const answer = await chrome.runtime.sendMessage({ kind: 'wake' })
        const { held, pending } = await navigator.locks.query()
        return { answer, isTold: 'told' in (await chrome.storage.local.get('told')), held, pending }
      }, undefined)
      // Until it has recorded the existing pushes, anything that arrives counts as one of them.
      return (state.answer as { done?: unknown }).done === 'connected' && state.isTold
    },
    patience,
    () => state,
  )
  return iden
}
