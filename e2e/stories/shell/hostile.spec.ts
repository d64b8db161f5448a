import { type Actor, expect, history, type Page, say, test } from '../../actors/actors.ts'

// Texts from other people may be anything, and so may the responses of a proxy.

const script = `<img src="x" onerror="window.ran = true"><script>window.ran = true</script>`
const long = 'name without an end '.repeat(500).replaceAll(' ', '_')
const rightToLeft = '\u202eשלום עולם \u2067مرحبا بالعالم'
const nasty = { script, 'ten thousand characters': long, 'right to left': rightToLeft }

/** Adds objects to the server's response: each hostile text in every field, and pushes with hardly any fields. */
async function spoil(page: Page, alice: Actor): Promise<void> {
  const { body: me } = await alice.call('/v2/users/me')
  const now = Date.now() / 1_000
  const bare = (iden: string) => ({ iden, active: true, created: now, modified: now })
  const texts = Object.entries(nasty)
  const everywhere = (iden: string, text: string, fields: string[]) => ({
    ...bare(iden),
    ...Object.fromEntries(fields.map((field) => [field, text])),
  })
  const pushFields = ['title', 'body', 'url', 'file_name', 'file_type', 'file_url', 'image_url', 'sender_name', 'receiver_name']
  const pushes = [
    {},
    bare('bare'),
    ...['note', 'link', 'file', 'list', 'address', 'hologram'].flatMap((type, at) =>
      texts.map(([, text], index) => ({
        ...everywhere(`p${at}${index}`, text, pushFields),
        type,
        items: [{ text, checked: text }],
      })),
    ),
    ...['note', 'link', 'file', 'list', 'address'].map((type, at) => ({ ...bare(`t${at}`), type })),
    { ...bare('js'), type: 'link', url: 'javascript:window.ran = true', title: 'press me' },
  ]
  const chats = texts.map(([, text], index) => ({
    ...bare(`c${index}`),
    with: {
      type: 'user',
      email: `c${index}@example.org`,
      email_normalized: `c${index}@example.org`,
      name: text,
      image_url: text,
    },
  }))
  const devices = texts.map(([, text], index) =>
    everywhere(`d${index}`, text, ['nickname', 'model', 'manufacturer', 'type', 'icon']),
  )
  const channels = texts.map(([, text], index) => ({
    ...everywhere(`ch${index}`, text, ['name', 'description', 'image_url', 'website_url']),
    tag: `tag${index}`,
  }))
  const added: Record<string, object[]> = { pushes, chats, devices, channels }
  await page.route(/\/v2\/(pushes|history|chats|devices|channels|users\/me)(\?|$)/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const answer = await route.fetch()
    const call = new URL(route.request().url()).pathname.slice('/v2/'.length)
    const type = call === 'history' ? 'pushes' : call
    const json = await answer.json()
    if (type === 'users/me') return route.fulfill({ json: { ...me, name: long } })
    return route.fulfill({ json: { ...json, [type]: [...(added[type] ?? []), ...(json[type] ?? [])] } })
  })
}

/** Panes and pages that overflow. A row of filters may scroll. */
const sideways = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, main :not([role=toolbar]), nav, nav *, header')]
      .filter(
        (element) => element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX),
      )
      .map((element) => element.className),
  )

for (const width of [1280, 390]) {
  test(`SYNC-001 HIST-011 script, endless names and right-to-left text in every field, and fields that are missing: nothing runs and all is usable, ${width} px`, async ({
    actor,
  }) => {
    test.slow()
    const alice = await actor('alice', { viewport: { width, height: 800 } })
    const page = await alice.context.newPage()
    const faults: Error[] = []
    page.on('pageerror', (fault) => faults.push(fault))
    await spoil(page, alice)
    await page.goto('/#people/me')
    await expect(history(page).getByText(rightToLeft).first()).toBeVisible()
    const places = ['people', 'people/c0@example.org', 'people/c1@example.org', 'people/c2@example.org']
    places.push('devices', 'devices/d0', 'devices/d1', 'devices/d2', 'following', 'following/tag1', 'following/tag2')
    places.push('settings/account', 'settings/devices', 'settings/people', 'settings/channels', 'people/me')
    for (const place of places) {
      await page.goto(`/#${place}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      expect([place, await sideways(page)]).toEqual([place, []])
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect([place, over]).toEqual([place, 0])
    }
    await say(page, 'and yet it works')
    await expect(history(page).getByText('and yet it works')).toBeVisible()
    await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
    expect(await page.locator('a[href^="javascript" i]').count()).toBe(0)
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    expect(faults).toEqual([])
  })
}
