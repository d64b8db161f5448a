/**
 * Builds the browser extension for those who sign it, see docs/extension.md:
 *
 * `npm run build:extension -- --store` writes the zips that the stores take into `packages/extension/dist/store`.
 *
 * `npm run build:extension -- --for https://push.example.org --key FILE [--version 1.2.3]` writes what the administrator of a server gives
 * out into `packages/extension/dist/for/push.example.org`: `firefox/`, to be signed by Mozilla, `waypost-chromium.crx`, signed with the key,
 * and the files by which browsers update both. The key is made if it is missing.
 */
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { main, Problem, root } from '../prepare.mjs'
import { signedCrx } from './crx.mjs'
import { buildFor, extension, extensionVersion, withManifest, writeWhole, zipOf } from './zips.mjs'

/** @typedef {import('./zips.mjs').Files} Files */

await main(async () => {
  const { values } = parseArgs({
    options: {
      store: { type: 'boolean' },
      for: { type: 'string' },
      version: { type: 'string' },
      key: { type: 'string' },
    },
  })
  if (values.store) await forStores(join(extension, 'dist/store'))
  if (values.for) {
    if (!values.key) throw new Problem('Name the file of the key for Chromium, which is made if it is missing: --key FILE')
    await forServer(addressOf(values.for), versionOf(values.version), resolve(values.key))
  }
  if (!values.store && !values.for) throw new Problem('Say what for: --store, or --for with the address of your server.')
  return 0
})

/** @param {string} folder */
async function forStores(folder) {
  // The Chrome Web Store refuses a manifest with a key.
  const chromium = withManifest(await buildFor('chromium', join(folder, 'chromium')), ({ key: _, ...manifest }) => manifest)
  const firefox = await buildFor('firefox', join(folder, 'firefox'))
  for (const [name, files] of [
    ['waypost-chromium.zip', chromium],
    ['waypost-firefox.zip', firefox],
  ])
    writeWhole(join(folder, String(name)), await zipOf(/** @type {Files} */ (files)))
  console.log(`Written into ${relative(root, folder)}: waypost-chromium.zip, waypost-firefox.zip`)
}

/**
 * @param {URL} server
 * @param {string} version
 * @param {string} keyFile
 */
async function forServer(server, version, keyFile) {
  const folder = join(extension, 'dist/for', server.host.replace(':', '-'))
  const draft = join(folder, 'build')
  const address = (/** @type {string} */ name) => `${server.origin}/apps/${name}`

  // Mozilla ties an id to the account that first signs it, so each server has its own.
  const geckoId = `waypost@${server.hostname}`
  const firefox = withManifest(await buildFor('firefox', join(draft, 'firefox')), (manifest) => {
    const { gecko } = manifest.browser_specific_settings
    const own = { ...gecko, id: geckoId, update_url: address('firefox-updates.json') }
    return { ...manifest, version, browser_specific_settings: { gecko: own } }
  })
  rmSync(join(folder, 'firefox'), { recursive: true, force: true })
  for (const [name, content] of firefox) writeWhole(join(folder, 'firefox', name), content)
  const update = { version, update_link: address('waypost-firefox.xpi') }
  writeWhole(join(folder, 'firefox-updates.json'), JSON.stringify({ addons: { [geckoId]: { updates: [update] } } }))

  const chromium = withManifest(await buildFor('chromium', join(draft, 'chromium')), ({ key: _, ...manifest }) => ({
    ...manifest,
    version,
    update_url: address('chromium-updates.xml'),
  }))
  rmSync(draft, { recursive: true, force: true })
  const { crx, id } = signedCrx(await zipOf(chromium), keyIn(keyFile))
  writeWhole(join(folder, 'waypost-chromium.crx'), crx)
  writeWhole(
    join(folder, 'chromium-updates.xml'),
    `<?xml version="1.0" encoding="UTF-8"?>
<gupdate xmlns="http://www.google.com/update2/response" protocol="2.0">
  <app appid="${id}">
    <updatecheck codebase="${address('waypost-chromium.crx')}" version="${version}" />
  </app>
</gupdate>
`,
  )
  console.log(`Written into ${relative(root, folder)}, version ${version}.
Firefox: ${geckoId}, to be signed: web-ext sign --channel unlisted --source-dir ${relative(root, join(folder, 'firefox'))}
Chromium: ${id}, for the policy ExtensionInstallForcelist: ${id};${address('chromium-updates.xml')}
docs/extension.md says where to put the files.`)
}

/** Reads the private key from a file; creates it if it is missing. @param {string} file @returns {string} */
function keyIn(file) {
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, privateKey, { mode: 0o600 })
  console.log(`Made a key: ${file}. Keep it: without it, browsers take no further version of this extension.`)
  return privateKey
}

/** @param {string} text */
function addressOf(text) {
  const address = URL.canParse(text) ? new URL(text) : undefined
  if (address?.protocol === 'https:') return address
  throw new Problem(`${text} is no address with https: browsers update extensions from no other.`)
}

/** @param {string} [text] */
function versionOf(text = extensionVersion()) {
  // https://developer.chrome.com/docs/extensions/reference/manifest/version
  if (/^\d{1,5}(\.\d{1,5}){0,3}$/.test(text)) return text
  throw new Problem(`${text} is no version: it has one to four numbers, such as 1.2.3.`)
}
