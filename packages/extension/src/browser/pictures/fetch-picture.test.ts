import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fetchPicture, largestPicture, pictureName } from './fetch-picture.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a picture is fetched with its name and type, and without cookies', async () => {
  const asked: unknown[] = []
  const origin = await serve(({ headers }, answer) => {
    asked.push(headers.cookie, headers.referer)
    answer.setHeader('content-type', 'Image/PNG; x=y').end('picture')
  })
  const file = await fetchPicture(`${origin}/a/soup%20bowl.png?large`)
  expect([file?.name, file?.type, await file?.text()]).toEqual(['soup bowl.png', 'image/png', 'picture'])
  expect(asked).toEqual([undefined, undefined])
})

test('a picture within the page is one too', async () => {
  const file = await fetchPicture('data:image/gif;base64,R0lGODlhAQABAAAAACw=')
  expect([file?.name, file?.type, file?.size]).toEqual(['Picture.gif', 'image/gif', 14])
})

test.each<[string, RequestListener]>([
  ['a page', (_request, answer) => void answer.setHeader('content-type', 'text/html').end('<p>')],
  ['nothing', (_request, answer) => void answer.setHeader('content-type', 'image/png').end()],
  ['a refusal', (_request, answer) => void answer.writeHead(403, { 'content-type': 'image/png' }).end('no')],
  [
    'a broken answer',
    (_request, answer) => void answer.setHeader('content-type', 'image/png').write('x', () => answer.destroy()),
  ],
])('%s is no picture', async (_what, answer) => {
  expect(await fetchPicture(await serve(answer))).toBeUndefined()
})

test('an answer without an end is given up at its limit', async () => {
  let isOver = false
  const origin = await serve((request, answer) => {
    request.socket.once('close', () => (isOver = true))
    answer.setHeader('content-type', 'image/png')
    const piece = Buffer.alloc(1_000_000)
    const more = () => {
      while (!answer.destroyed && answer.write(piece));
    }
    answer.on('drain', more)
    more()
  })
  expect(await fetchPicture(origin)).toBeUndefined()
  await expect.poll(() => isOver).toBe(true)
  expect(largestPicture).toBeLessThan(50_000_000)
})

test('the name of a picture is the end of its address, with an ending', () => {
  expect(pictureName('https://a.example/x/soup.jpeg', 'image/jpeg')).toBe('soup.jpeg')
  expect(pictureName('https://a.example/x/soup', 'image/svg+xml')).toBe('soup.svg')
  expect(pictureName('https://a.example/', 'image/jpeg')).toBe('Picture.jpg')
  expect(pictureName('data:image/webp;base64,AA', 'image/webp')).toBe('Picture.webp')
  expect(pictureName('https://a.example/%E0%A4%A', 'image/x-nonsense')).toBe('Picture.png')
  expect(pictureName('https://a.example/..%5C..%2Fb%3A%00c.png', 'image/png')).toBe('bc.png')
  expect(pictureName(`https://a.example/${'x'.repeat(5_000)}`, 'image/png').length).toBeLessThan(300)
})
