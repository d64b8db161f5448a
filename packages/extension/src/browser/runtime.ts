// Messages between the background and the pages, and the events that start the background.

/** Sends plain data to the background, and returns what it answers. */
export const sendToBackground = (message: unknown): Promise<unknown> => chrome.runtime.sendMessage(message)

/** Answers messages of pages. To be called in the first turn of the background. @param answer returns undefined for messages of others */
export function onPageMessage(answer: (message: unknown) => Promise<unknown> | undefined): void {
  chrome.runtime.onMessage.addListener((message: unknown, sender, respond: (answer: unknown) => void) => {
    if (sender.id !== chrome.runtime.id) return
    const answered = answer(message)
    if (!answered) return
    void answered.then(respond)
    return true
  })
}

/** Calls back when the extension was installed or updated. To be called in the first turn of the background. */
export const onInstalled = (work: () => void): void => chrome.runtime.onInstalled.addListener(work)

/** Calls back when the browser has started. To be called in the first turn of the background. */
export const onBrowserStart = (work: () => void): void => chrome.runtime.onStartup.addListener(work)

/** Calls back again and again, and starts the background for it. To be called in the first turn of the background. */
export function onAlarm(name: string, minutes: number, work: () => void): void {
  void chrome.alarms.create(name, { periodInMinutes: minutes })
  chrome.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === name) work()
  })
}

/** Tells the browser that the background is still at work. In Firefox only calls of its interface count, and `storage` does not. */
export const stayAlive = (): void => void chrome.runtime.getPlatformInfo()
