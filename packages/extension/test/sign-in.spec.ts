import { eachBrowser, expect } from './harness.ts'

eachBrowser('signs in by a code that is approved, and signs out', async ({ server, person, extension }) => {
  const ann = await person('ann')
  const popup = await extension.open('popup.html')
  await popup.fill('Server address', new URL(server.origin).host)
  await popup.press('Sign in')
  await popup.sees('Approve the sign-in')
  const { signingIn } = await extension.run(() => chrome.storage.session.get('signingIn'), undefined)
  const { user_code } = signingIn as { user_code: string }
  await ann.call('/v3/device-sign-in/answer', { user_code, approve: true })
  await expect
    .poll(() => extension.run(async () => (await chrome.runtime.sendMessage({ kind: 'wake' })).done, undefined))
    .toBe('connected')
  const active = async () => (await ann.call('/v2/devices')).devices.filter((device: { active: boolean }) => device.active)
  expect(await active()).toHaveLength(1)
  const options = await extension.open('options.html')
  await options.sees(ann.email)
  await options.press('Sign out')
  await options.sees('Server address')
  await expect.poll(active).toEqual([])
  const left = await extension.run(() => chrome.storage.local.get(null), undefined)
  expect(Object.keys(left)).toEqual(['signedInBefore'])
})

eachBrowser('is told when the server ends its access, and everything is erased', async ({ person, extension }) => {
  const ann = await person('ann')
  await extension.signIn(ann)
  await ann.call('/v3/sign-out', {})
  const popup = await extension.open('popup.html')
  await popup.sees('Your server signed this browser out')
  expect(await extension.run(() => chrome.action.getBadgeText({}), undefined)).toBe('!')
  await expect
    .poll(async () => Object.keys(await extension.run(() => chrome.storage.local.get(null), undefined)))
    .toEqual(['signInTrouble'])
})

eachBrowser(
  'a sign-in that is refused, cancelled, or goes to a wrong address says so',
  async ({ server, person, extension, host }) => {
    const ann = await person('ann')
    const popup = await extension.open('popup.html')
    const signIn = async (address: string) => {
      await popup.fill('Server address', address)
      await popup.press('Sign in')
    }
    await signIn('ftp://example.org')
    await popup.sees('http')
    await signIn('http://127.0.0.1:9')
    await popup.sees('Couldn’t reach http://127.0.0.1:9')
    const { origin } = new URL(await host('No server of this kind'))
    await signIn(origin)
    await popup.sees(origin)

    await signIn(server.origin)
    await popup.sees('Approve the sign-in')
    await popup.press('Cancel')
    await popup.sees('Server address')

    await signIn(server.origin)
    await popup.sees('Approve the sign-in')
    const { signingIn } = await extension.run(() => chrome.storage.session.get('signingIn'), undefined)
    const { user_code } = signingIn as { user_code: string }
    await ann.call('/v3/device-sign-in/answer', { user_code, approve: false })
    await popup.sees('The sign-in was refused on your server’s page.')
    expect(Object.keys(await extension.run(() => chrome.storage.local.get(null), undefined))).toEqual(['signInTrouble'])
  },
)
