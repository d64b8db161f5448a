import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { nodeBinary, quiet, root } from '../prepare.mjs'
import { signedCrx } from './crx.mjs'
import { buildZips, oversizedZips, zipLimit, zipOf } from './zips.mjs'

const folder = mkdtempSync(join(tmpdir(), 'waypost-extension-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('two builds of the same sources give the same zips, also in another time zone, each within its limit', async () => {
  const zips = await buildZips(join(folder, 'one'))
  expect(zips.map(({ name }) => name)).toEqual(['waypost-chromium.zip', 'waypost-firefox.zip'])
  expect(oversizedZips(zips)).toEqual([])
  const again = `import { buildZips } from ${JSON.stringify(join(root, 'scripts/extension/zips.mjs'))}; await buildZips(process.argv[1])`
  const env = { ...process.env, TZ: 'Asia/Tokyo' }
  await quiet(nodeBinary, ['--input-type=module', '--eval', again, join(folder, 'two')], { env })
  for (const { name, content } of zips) expect(readFileSync(join(folder, 'two', name)).equals(content)).toBe(true)
  const { version } = JSON.parse(readFileSync(join(root, 'packages/extension/package.json'), 'utf8'))
  expect(JSON.parse(readFileSync(join(folder, 'two/version.json'), 'utf8'))).toEqual({ version })
})

test('a zip over the limit is reported', () => {
  const content = Buffer.alloc(zipLimit + 1)
  expect(oversizedZips([{ name: 'large.zip', content }])).toEqual([
    `large.zip has ${zipLimit + 1} bytes, which is over its limit of ${zipLimit}`,
  ])
})

test('files are packed in the order of their names, whatever order they come in', async () => {
  const files = [
    ['b.js', Buffer.from('b')],
    ['a.js', Buffer.from('a')],
  ] as const
  const zip = await zipOf(new Map(files))
  expect(zip.equals(await zipOf(new Map([...files].reverse())))).toBe(true)
  expect(zip.indexOf('a.js')).toBeLessThan(zip.indexOf('b.js'))
})

test('a .crx has the zip behind a signature of its key, from which its id follows', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const zip = Buffer.from('a zip')
  const { crx, id } = signedCrx(zip, privateKey)
  expect([crx.toString('latin1', 0, 4), crx.readUInt32LE(4)]).toEqual(['Cr24', 3])
  const header = crx.subarray(12, 12 + crx.readUInt32LE(8))
  expect(crx.subarray(12 + header.length).equals(zip)).toBe(true)
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const hash = createHash('sha256').update(publicKey).digest().subarray(0, 16)
  expect(id).toBe(hash.toString('hex').replace(/./g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16))))
  expect(header.includes(publicKey)).toBe(true)
  // `signed_header_data`, the last field, has the id with a tag and a length of one byte each.
  const signedData = header.subarray(-18)
  expect(signedData.subarray(2).equals(hash)).toBe(true)
  const length = Buffer.from([18, 0, 0, 0])
  const covered = Buffer.concat([Buffer.from('CRX3 SignedData\0'), length, signedData, zip])
  const at = header.indexOf(publicKey) + publicKey.length
  const signature = header.subarray(at + 3, at + 3 + 256)
  expect(verify('sha256', covered, createPublicKey(privateKey), signature)).toBe(true)
})

test('what the administrator of a server signs has an id of that server, and is updated from there', async () => {
  const key = join(folder, 'key.pem')
  const sign = (...options: string[]) => quiet(nodeBinary, [join(root, 'scripts/extension/sign.mjs'), ...options])
  const address = 'https://push.example.test:8443'
  await sign('--for', address, '--key', key, '--version', '7.8.9')
  const into = join(root, 'packages/extension/dist/for/push.example.test-8443')
  try {
    const manifest = JSON.parse(readFileSync(join(into, 'firefox/manifest.json'), 'utf8'))
    expect(manifest).toMatchObject({
      version: '7.8.9',
      browser_specific_settings: {
        gecko: { id: 'waypost@push.example.test', update_url: `${address}/apps/firefox-updates.json` },
      },
    })
    expect(JSON.parse(readFileSync(join(into, 'firefox-updates.json'), 'utf8'))).toEqual({
      addons: {
        'waypost@push.example.test': { updates: [{ version: '7.8.9', update_link: `${address}/apps/waypost-firefox.xpi` }] },
      },
    })
    const updates = readFileSync(join(into, 'chromium-updates.xml'), 'utf8')
    expect(updates).toContain(`codebase="${address}/apps/waypost-chromium.crx" version="7.8.9"`)
    const { id } = signedCrx(Buffer.alloc(0), readFileSync(key, 'utf8'))
    expect(updates).toContain(`appid="${id}"`)
    // The same key gives the same id, so browsers update the extension.
    const before = readFileSync(key, 'utf8')
    await sign('--for', address, '--key', key, '--version', '7.8.10')
    expect(readFileSync(key, 'utf8')).toBe(before)
    expect(readFileSync(join(into, 'chromium-updates.xml'), 'utf8')).toContain(`appid="${id}"`)
    for (const [options, words] of [
      [['--for', 'http://push.example.test', '--key', key], 'no address with https'],
      [['--for', address, '--key', key, '--version', 'next'], 'next is no version'],
      [['--for', address], 'Name the file of the key'],
      [[], 'Say what for'],
    ] as const)
      await expect(sign(...options)).rejects.toThrow(words)
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
})
