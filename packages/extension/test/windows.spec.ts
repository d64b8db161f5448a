import { eachBrowser, expect } from './harness.ts'

eachBrowser('with two popups open, each push is shown in both and sent once', async ({ person, extension }) => {
  const ann = await person('ann')
  await extension.signIn(ann)
  const one = await extension.open('popup.html#people%2Fme')
  const two = await extension.open('popup.html#people%2Fme')
  for (const each of [one, two]) await each.sees('No messages yet')
  await one.fill('Message to Me', 'from the first')
  await one.press('Send')
  await two.sees('from the first')
  await two.fill('Message to Me', 'from the second')
  await two.press('Send')
  await one.sees('from the second')
  const bodies = async () => (await ann.call('/v2/pushes')).pushes.map(({ body }: { body?: string }) => body)
  await expect.poll(bodies).toEqual(['from the second', 'from the first'])
})
