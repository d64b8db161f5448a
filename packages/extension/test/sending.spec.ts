import { inWindow } from './firefox.ts'
import { type ExtensionBrowser, eachBrowser, expect, type Person } from './harness.ts'
import { pressShortcut } from './shortcut.ts'
import { until } from './stage.ts'

/** The picture, sound and film only need to exist: none of them is played. */
const body = (picture: string) => `
  <style>body > * { display: block; inline-size: 300px; block-size: 60px; margin: 0 0 10px }</style>
  <p id="page"></p>
  <a id="link" href="https://example.org/linked">The linked page</a>
  <p id="selection">boil it for an hour</p>
  <img id="image" alt="" src="${picture}">
  <video id="video" controls src="https://example.org/soup.mp4"></video>
  <audio id="audio" controls src="https://example.org/soup.mp3"></audio>`

const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='

const pushesOf = async (person: Person): Promise<Record<string, unknown>[]> => (await person.call('/v2/pushes?limit=50')).pushes

/** The essentials of a person's last push, once there is one more than before. */
async function nextOf(person: Person, before: number): Promise<Record<string, unknown> | undefined> {
  await expect.poll(async () => (await pushesOf(person)).length).toBe(before + 1)
  return (await pushesOf(person))[0]
}

const expected = (address: string) => ({
  page: { type: 'link', url: address, title: 'Somebody else' },
  link: { type: 'link', url: 'https://example.org/linked' },
  selection: { type: 'note', body: 'boil it for an hour' },
  image: { type: 'file', file_name: 'Picture.gif', file_type: 'image/gif' },
  video: { type: 'link', url: 'https://example.org/soup.mp4' },
  audio: { type: 'link', url: 'https://example.org/soup.mp3' },
})
type Context = keyof ReturnType<typeof expected>

const titles: Record<Context, string> = {
  page: 'Send this page',
  link: 'Send this link',
  selection: 'Send the selected text',
  image: 'Send this picture',
  video: 'Send this video',
  audio: 'Send this audio',
}

/** Clicks a menu item: as a person would in Firefox, by its event in Chromium, whose menu can't be automated. */
async function pressMenu(extension: ExtensionBrowser, address: string, context: Context, to: { key: string; label: string }) {
  if (extension.kind === 'chromium') {
    const of = { page: {}, link: { linkUrl: 'https://example.org/linked' }, selection: { selectionText: 'boil it for an hour' } }
    const media = (srcUrl: string) => ({ srcUrl })
    const info = {
      ...of,
      image: media(picture),
      video: media('https://example.org/soup.mp4'),
      audio: media('https://example.org/soup.mp3'),
    }[context]
    await (await extension.background()).evaluate(
      ([pressed, url]) => {
        const { onClicked } = chrome.contextMenus as unknown as { onClicked: { dispatch(...given: unknown[]): void } }
        onClicked.dispatch(pressed, { id: 1, url, title: 'Somebody else' })
      },
      [{ ...info, pageUrl: address, menuItemId: `${context} ${to.key}` }, address] as const,
    )
    return
  }
  const { firefox } = extension
  const page = (await firefox.pages()).find((each) => each.url() === address)
  if (!page) throw new Error('The page is gone.')
  await page.bringToFront()
  await page.evaluate((id) => {
    getSelection()?.removeAllRanges()
    if (id === 'selection') getSelection()?.selectAllChildren(document.getElementById(id) as HTMLElement)
  }, context)
  const box = await (await page.$(`#${context}`))?.boundingBox()
  if (!box) throw new Error(`There is no ${context} on the page.`)
  await page.mouse.click(box.x + 20, box.y + (context === 'selection' ? 8 : 20), { button: 'right' })
  await until(() => inWindow<boolean>(firefox, `contentAreaContextMenu.state === 'open'`))
  const menu = `contentAreaContextMenu.querySelector('menu[label="${titles[context]}"]')`
  await until(() => inWindow<boolean>(firefox, `Boolean(${menu})`))
  await inWindow(firefox, `${menu}.openMenu(true)`)
  await until(() => inWindow<boolean>(firefox, `${menu}.menupopup.state === 'open'`))
  await inWindow(firefox, `${menu}.menupopup.activateItem(${menu}.menupopup.querySelector('[label="${to.label}"]'))`)
  await until(() => inWindow<boolean>(firefox, `contentAreaContextMenu.state === 'closed'`))
}

eachBrowser('the menu sends page, link, text, picture, video and sound to me and to a recent person', async (given) => {
  const { person, extension, host } = given
  const [ann, ben] = [await person('ann'), await person('ben')]
  await extension.signIn(ann)
  await ben.call('/v2/pushes', { type: 'note', body: 'Hello', email: ann.email })
  const address = await host(body(picture))
  await extension.open(address)
  const { desktop } = extension

  const toMe = { key: 'people/me', label: 'Me, on all devices' }
  let count = (await pushesOf(ann)).length
  for (const [context, wanted] of Object.entries(expected(address)) as [Context, object][]) {
    await pressMenu(extension, address, context, toMe)
    expect(await nextOf(ann, count++)).toMatchObject({ ...wanted, direction: 'self' })
    await desktop.until(() => desktop.notes.find(({ title }) => title === 'Sent to all your devices'))
  }
  const toBen = { key: 'people/ben@example.org', label: 'Ben' }
  let theirs = (await pushesOf(ben)).length
  for (const context of ['page', 'image'] as const) {
    await pressMenu(extension, address, context, toBen)
    expect(await nextOf(ben, theirs++)).toMatchObject({ ...expected(address)[context], sender_email: ann.email })
  }
  await desktop.until(() => desktop.notes.find(({ title }) => title === 'Sent to Ben'))
})

eachBrowser('the shortcut sends the page at once, and says so', async ({ person, extension, host }) => {
  const ann = await person('ann')
  await extension.signIn(ann)
  const address = await host(body(picture))
  await extension.open(address)
  await pressShortcut(extension, { url: address, title: 'Somebody else' })
  expect(await nextOf(ann, 0)).toMatchObject({ type: 'link', url: address, title: 'Somebody else' })
  await extension.desktop.until(() =>
    extension.desktop.notes.find(({ title, body }) => title === 'Sent to all your devices' && body.includes('Somebody else')),
  )
})

eachBrowser('what cannot be sent is told in words', async ({ person, server, host, extension }) => {
  const { desktop, kind } = extension
  const told = (words: string) => desktop.until(() => desktop.notes.find(({ title, body }) => `${title} ${body}`.includes(words)))
  await extension.open('about:blank')
  const shortcut = async (url: string) => {
    if (kind === 'firefox') await (await extension.firefox.pages()).find((each) => each.url() === url)?.bringToFront()
    await pressShortcut(extension, { url, title: '' })
  }
  await shortcut('about:blank')
  await told('Only web pages can be sent')

  const page = await extension.open(await host('Soup'))
  await shortcut(page.url())
  await told('Open Waypost and sign in first')

  const ann = await person('ann')
  await extension.signIn(ann)
  await server.stop()
  await shortcut(page.url())
  await told('You’re offline. It will be sent when you’re back online')
  await server.restart()
  expect(await nextOf(ann, 0)).toMatchObject({ type: 'link' })
})

eachBrowser(
  'words after wp in the address field are sent, also to somebody whose name is typed',
  async ({ person, extension }) => {
    const [ann, ben] = [await person('ann'), await person('ben')]
    await extension.signIn(ann)
    await ben.call('/v2/pushes', { type: 'note', body: 'Hello', email: ann.email })
    await extension.open('about:blank')
    await until(async () => (await suggestions(extension, 'ben hi'))[0]?.includes('Ben'))
    expect(await suggestions(extension, 'ben hi <there>')).toEqual(['Send to Ben: hi <there>'])

    await enter(extension, 'buy bread')
    await expect.poll(async () => (await pushesOf(ann))[0]).toMatchObject({ type: 'note', body: 'buy bread', direction: 'self' })
    await enter(extension, 'ben hi there', 1)
    await expect.poll(async () => (await pushesOf(ben))[0]).toMatchObject({ body: 'hi there', sender_email: ann.email })
  },
)

async function suggestions(extension: ExtensionBrowser, words: string): Promise<string[]> {
  if (extension.kind === 'chromium')
    return (await extension.background()).evaluate(
      (text) =>
        new Promise<string[]>((resolve) => {
          const { onInputChanged } = chrome.omnibox as unknown as { onInputChanged: { dispatch(...given: unknown[]): void } }
          const read = (marked: string) => marked.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
          onInputChanged.dispatch(text, (all: { description: string }[]) =>
            resolve(all.map(({ description }) => read(description))),
          )
        }),
      words,
    )
  await typeInFirefox(extension, words)
  const titles = `gURLBar.controller._lastQueryContextWrapper.queryContext.results.filter(({ heuristic }) => !heuristic)`
  const found = await inWindow<string>(extension.firefox, `JSON.stringify(${titles}.map(({ payload }) => payload.title))`)
  return JSON.parse(found) as string[]
}

/** Presses Enter on the list entry at an index: 0 is the typed text. */
async function enter(extension: ExtensionBrowser, words: string, place = 0): Promise<void> {
  if (extension.kind === 'chromium') {
    await (await extension.background()).evaluate(
      async ([text, at]) => {
        const { onInputChanged, onInputEntered } = chrome.omnibox as unknown as Record<
          string,
          { dispatch(...given: unknown[]): void }
        >
        const all = await new Promise<{ content: string }[]>((resolve) => onInputChanged?.dispatch(text, resolve))
        onInputEntered?.dispatch(at === 0 ? text : all[at - 1]?.content, 'currentTab')
      },
      [words, place] as const,
    )
    return
  }
  await typeInFirefox(extension, words)
  await until(() => inWindow<boolean>(extension.firefox, `gURLBar.view.isOpen && gURLBar.view.visibleRowCount > ${place}`))
  await inWindow(extension.firefox, `gURLBar.view.selectedRowIndex = ${place}; gURLBar.handleCommand()`)
}

async function typeInFirefox({ firefox }: ExtensionBrowser, words: string): Promise<void> {
  const typed = JSON.stringify(`wp ${words}`)
  await inWindow(firefox, `gURLBar.focus(); gURLBar.search(${typed}, { startQuery: true })`)
  const wrapper = 'gURLBar.controller._lastQueryContextWrapper'
  await until(() => inWindow<boolean>(firefox, `${wrapper}?.done === true && ${wrapper}.queryContext.searchString === ${typed}`))
}
