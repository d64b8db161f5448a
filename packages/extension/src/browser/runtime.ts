/** Sends plain data to the background, and returns its answer. */
export const sendToBackground = (message: unknown): Promise<unknown> => chrome.runtime.sendMessage(message)

/**
 * Answers messages from pages. Must be called in the first turn of the background.
 * @param answer returns undefined for messages meant for others
 */
export function onPageMessage(answer: (message: unknown) => Promise<unknown> | undefined): void {
  chrome.runtime.onMessage.addListener((message: unknown, sender, respond: (answer: unknown) => void) => {
    if (sender.id !== chrome.runtime.id) return
    const answered = answer(message)
    if (!answered) return
    void answered.then(respond)
    return true
  })
}

/** Calls back when the extension is installed or updated. Must be called in the first turn of the background. */
export const onInstalled = (work: () => void): void => chrome.runtime.onInstalled.addListener(work)

/** Calls back when the browser has started. Must be called in the first turn of the background. */
export const onBrowserStart = (work: () => void): void => chrome.runtime.onStartup.addListener(work)

/** Calls back periodically, starting the background if necessary. Must be called in the first turn of the background. */
export function onAlarm(name: string, minutes: number, work: () => void): void {
  void chrome.alarms.create(name, { periodInMinutes: minutes })
  chrome.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === name) work()
  })
}

/** Tells the browser that the background is still at work. In Firefox only calls of extension APIs count, and `storage` doesn't. */
export const stayAlive = (): void => void chrome.runtime.getPlatformInfo()
