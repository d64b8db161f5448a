import { geckoId } from '../src/manifest.ts'
import { built } from './chromium.ts'
import { inWindow } from './firefox.ts'
import { type ExtensionBrowser, eachBrowser, expect } from './harness.ts'
import { pressShortcut } from './shortcut.ts'
import { until } from './stage.ts'

eachBrowser(
  'allowed in private windows, a page is sent from one, no link opens there by itself, and what is not sent is not kept',
  async ({ person, extension, host }) => {
    await allowPrivate(extension)
    const ann = await person('ann')
    const device = await extension.signIn(ann)
    await extension.run(() => chrome.storage.local.set({ settings: { openLinksHere: true, openLinksInFront: true } }), undefined)
    const place = await host('<title>Soup</title>')

    const tab = await openPrivate(extension, `${place}sent`)
    await pressShortcut(extension, { url: `${place}sent`, title: 'Soup' })
    const newest = async () => (await ann.call('/v2/pushes')).pushes[0]?.url
    await expect.poll(newest).toBe(`${place}sent`)
    await extension.run(({ tab, url }) => chrome.tabs.update(tab, { url }), { tab, url: `${place}secret` })

    const { iden: phone } = await ann.call('/v2/devices', { nickname: 'Phone', type: 'android' })
    const link = { type: 'link', url: `${place}opened`, source_device_iden: phone, device_iden: device }
    await ann.call('/v2/pushes', link)
    await until(async () => (await extension.addresses()).includes(link.url) || undefined)
    expect(await extension.run(countPrivate, undefined)).toBe(1)

    await extension.run((tab) => chrome.tabs.remove(tab), tab)
    await until(async () => (await extension.run(countPrivate, undefined)) === 0 || undefined)
    await until(async () => (await extension.run(everythingKept, undefined)).includes(`${place}sent`) || undefined)
    expect(await extension.run(everythingKept, undefined)).not.toContain(`${place}secret`)
  },
)

async function allowPrivate(extension: ExtensionBrowser): Promise<void> {
  if (extension.kind === 'firefox') {
    await inWindow(
      extension.firefox,
      `(async () => {
        const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs')
        const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs')
        await ExtensionPermissions.add('${geckoId}', { permissions: ['internal:privateBrowsingAllowed'], origins: [] })
        await (await AddonManager.getAddonByID('${geckoId}')).reload()
      })()`,
    )
  } else {
    const session = await extension.chromium.browser()?.newBrowserCDPSession()
    // Not among the commands in Playwright's types yet.
    const send = session?.send as ((command: string, words: object) => Promise<unknown>) | undefined
    const loaded = extension.chromium.waitForEvent('serviceworker')
    await send?.call(session, 'Extensions.loadUnpacked', { path: built, enableInIncognito: true })
    await loaded
  }
  await until(() => extension.run(() => chrome.extension.isAllowedIncognitoAccess(), undefined).catch(() => false))
}

/** @returns the id of its tab */
async function openPrivate(extension: ExtensionBrowser, url: string): Promise<number> {
  const tab = await extension.run(async (url) => {
    const window = await chrome.windows.create({ url, incognito: true, focused: true })
    const [tab] = await chrome.tabs.query({ windowId: window?.id as number })
    return tab?.id as number
  }, url)
  const isLoaded = async (tab: number) => (await chrome.tabs.get(tab)).status === 'complete'
  await until(() => extension.run(isLoaded, tab))
  if (extension.kind === 'firefox') await until(() => inWindow<boolean>(extension.firefox, hasShortcutsInFront))
  return tab
}

const hasShortcutsInFront = `{
  const front = Services.wm.getMostRecentWindow('navigator:browser')
  const keys = front.document.getElementById('ext-keyset-id-${geckoId.replaceAll(/[@.]/g, '_')}')
  PrivateBrowsingUtils.isWindowPrivate(front) && keys !== null
}`

/** Runs in a page of the extension. */
const countPrivate = async (): Promise<number> => (await chrome.tabs.query({})).filter(({ incognito }) => incognito).length

/** Runs in a page of the extension. */
async function everythingKept(): Promise<string> {
  const areas = [await chrome.storage.local.get(null), await chrome.storage.session.get(null)]
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const rows: unknown[] = []
  for (const { name } of await indexedDB.databases()) {
    const database = await asked(indexedDB.open(name as string))
    for (const store of database.objectStoreNames) rows.push(await asked(database.transaction(store).objectStore(store).getAll()))
    database.close()
  }
  return JSON.stringify([areas, rows])
}
