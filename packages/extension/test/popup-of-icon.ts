// Drives the icon's popup in Chromium: clicking the icon opens it, and Playwright doesn't list it.

import type { BrowserContext, CDPSession } from '@playwright/test'
import { until } from './stage.ts'

interface IconPopup {
  evaluate<T>(expression: string): Promise<T>
  until(expression: string): Promise<void>
  /** In Base64. */
  screenshot(): Promise<string>
  close(): Promise<void>
}

/** Clicks the extension's icon over the tab at an address, as a person would, which lets the extension see that tab. */
export async function pressIcon(context: BrowserContext, id: string, address: string): Promise<IconPopup> {
  const browser = context.browser()
  if (!browser) throw new Error('This browser is stopped.')
  const session = await browser.newBrowserCDPSession()
  const targets = async (type: string) =>
    (await session.send('Target.getTargets', { filter: [{ type }] } as never)).targetInfos.filter((each) => each.type === type)
  const tab = (await targets('tab')).find(({ url }) => url === address)
  if (!tab) throw new Error(`No tab shows ${address}.`)
  await session.send('Extensions.triggerAction' as never, { id, targetId: tab.targetId } as never)
  const popup = await until(async () => {
    const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] } as never)
    return targetInfos.find(({ url, type }) => url === `chrome-extension://${id}/popup.html` && type === 'page')
  })
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: popup.targetId, flatten: false })
  let count = 0
  const waiting = new Map<number, (answer: Answer) => void>()
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer = JSON.parse(message) as Answer
    waiting.get(answer.id)?.(answer)
  })
  async function send<T>(method: string, params: object): Promise<T> {
    const number = ++count
    const answered = new Promise<Answer>((resolve) => waiting.set(number, resolve))
    const message = JSON.stringify({ id: number, method, params })
    await session.send('Target.sendMessageToTarget', { sessionId, message })
    const { result, error } = await answered
    if (error) throw new Error(error.message)
    return result as T
  }
  async function evaluate<T>(expression: string): Promise<T> {
    const words = { expression, awaitPromise: true, returnByValue: true, userGesture: true }
    const { result, exceptionDetails } = await send<Evaluated>('Runtime.evaluate', words)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value as T
  }
  return {
    evaluate,
    until: async (expression) => void (await until(() => evaluate<boolean>(`Boolean(${expression})`))),
    screenshot: async () => (await send<{ data: string }>('Page.captureScreenshot', {})).data,
    close: () => closeTarget(session, popup.targetId),
  }
}

interface Answer {
  id: number
  result?: unknown
  error?: { message: string }
}

interface Evaluated {
  result: { value?: unknown }
  exceptionDetails?: { text: string; exception?: { description?: string } }
}

async function closeTarget(session: CDPSession, targetId: string): Promise<void> {
  await session.send('Target.closeTarget', { targetId })
}
