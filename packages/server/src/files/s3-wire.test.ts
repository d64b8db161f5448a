import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { element, S3Error, S3Wire } from './s3-wire.ts'

async function bucketOf(answer: RequestListener): Promise<S3Wire> {
  const server = createServer(answer)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const wire = new S3Wire({ endpoint, bucket: 'files', prefix: 'w/', region: 'r', key: 'k', secret: 's' })
  onTestFinished(async () => {
    await wire.close()
    server.closeAllConnections()
    server.close()
  })
  return wire
}

test('the text of an element is read with each of its entities, once', () => {
  const xml = '<R><UploadId>a&lt;b&gt;&quot;c&quot;&apos;d&apos;&#34;e&#39;&amp;lt;</UploadId><Other>1</Other></R>'
  expect(element(xml, 'UploadId')).toBe('a<b>"c"\'d\'"e\'&lt;')
  expect([element(xml, 'Other'), element(xml, 'Upload'), element('', 'Other')]).toEqual(['1', undefined, undefined])
})

test("a refusal carries the store's own word and sentence, and is not asked for again", async () => {
  let requests = 0
  const wire = await bucketOf((_request, response) => {
    requests++
    response.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>Keys &amp; rights</Message></Error>')
  })
  await expect(wire.ask('GET', 'a')).rejects.toMatchObject({
    status: 403,
    code: 'AccessDenied',
    message: 'The file store refused: 403 AccessDenied Keys & rights',
  })
  expect(requests).toBe(1)
  expect(new S3Error(500)).toMatchObject({ code: '', message: 'The file store refused: 500' })
})

test('a store that is busy is asked again, three times at most, and a stream that was sent is never sent again', async () => {
  let [requests, busy] = [0, 2]
  const wire = await bucketOf((request, response) => {
    request.resume().on('end', () => response.writeHead(requests++ < busy ? 503 : 200).end('here'))
  })
  expect(await wire.askText('GET', 'a')).toBe('here')
  expect(requests).toBe(3)
  ;[requests, busy] = [0, 9]
  await expect(wire.ask('PUT', 'a', { body: 'again and again' })).rejects.toMatchObject({ status: 503 })
  expect(requests).toBe(4)
  ;[requests, busy] = [0, 9]
  const once = (async function* () {
    yield Buffer.from('once')
  })()
  await expect(wire.ask('PUT', 'a', { body: once, headers: { 'content-length': '4' } })).rejects.toMatchObject({ status: 503 })
  expect(requests).toBe(1)
})

test('an answer that begins well and ends in an error is an error', async () => {
  const wire = await bucketOf((_request, response) =>
    response.end('<?xml version="1.0"?><Error><Code>InternalError</Code></Error>'),
  )
  await expect(wire.askText('POST', 'a')).rejects.toMatchObject({ status: 500, code: 'InternalError' })
})
