import { memoryOfBackground } from './background-memory.ts'
import { eachBrowser, expect, test } from './harness.ts'
import { until } from './stage.ts'

test.describe.configure({ timeout: 240_000 })

/** In bytes. */
const most = 40_000_000

eachBrowser('with 2,000 pushes the background holds at most 40 MB', async ({ person, extension }) => {
  const [ann, bob] = [await person('ann'), await person('bob')]
  await extension.signIn(ann)
  const empty = await memoryOfBackground(extension)
  const words = 'What is said in a message of usual length, which is about as long as this one.'
  const push = (body: string) => bob.call('/v2/pushes', { type: 'note', body, email: ann.email })
  for (let sent = 0; sent < 2_000; sent += 20) await Promise.all(Array.from({ length: 20 }, () => push(words)))
  const { iden } = await push('the last')
  const { pushes } = await ann.call('/v2/pushes?limit=1')
  expect(pushes[0].body).toBe('the last')
  expect(iden).toBeDefined()
  const last: string = pushes[0].iden
  await until(async () => {
    const { told } = await extension.run(() => chrome.storage.local.get('told'), undefined)
    return (told as { told: [string, number][] }).told.some(([name]) => name === last)
  }, 120_000)
  const full = await memoryOfBackground(extension)
  test.info().annotations.push({ type: 'memory', description: `${empty} bytes, with 2,000 pushes ${full}` })
  // It would be less if the messages hadn't been loaded.
  expect(full).toBeGreaterThan(empty)
  expect(full).toBeLessThan(most)
})
