import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Call, Push, SavedDraft } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { secretAt, secretFields } from './secret-fields.ts'

// The list of calls is the server's own, so new fields are covered automatically.

let server: TestServer
let calls: readonly Call[]
beforeAll(async () => {
  server = await startTestServer({}, { nodes: 1 })
  calls = server.app.calls
})
afterAll(() => server.close())

interface Part {
  wrapped?: Part
  item?: Part
  entries?: Record<string, Part>
  options?: readonly Part[]
}

interface Field {
  call: string
  path: string
  name: string
  schema: unknown
}

function* fieldsOf({ wrapped, item, entries, options }: Part, call: string, path = ''): Generator<Field> {
  if (wrapped) yield* fieldsOf(wrapped, call, path)
  if (item) yield* fieldsOf(item, call, `${path}[]`)
  for (const [name, schema] of Object.entries(entries ?? {})) {
    const at = path === '' ? name : `${path}.${name}`
    yield { call, path: at, name, schema }
    yield* fieldsOf(schema, call, at)
  }
  for (const option of options ?? []) if (typeof option === 'object') yield* fieldsOf(option, call, path)
}

const allFields = () => calls.flatMap(({ name, gives }) => [...fieldsOf(gives as Part, name)])

/** Names that suggest a secret, a hash, or an address that leads to one. */
const sounds =
  /secret|token|key|hash|digest|pass|code|credential|proof|challenge|options|otp|pin$|ur[il]s?$|address|endpoint|link|handle|auth|signature|policy|cookie|finger|payload|^data$|continue|private|topic|recovery|nonce|seed|salt/

/** Names that sound secret but are harmless anywhere. */
const harmless: Readonly<Record<string, string>> = {
  access_tokens: 'a list of objects, whose fields are looked at',
  addresses: 'numbers of phones',
  authorize_url: 'where every sign-in begins',
  awsaccesskeyid: 'a fixed word',
  fingerprint: 'how a program recognizes its device',
  generated_access_token: 'whether there is one',
  has_webhook_secret: 'whether there is one',
  links: 'a number',
  passkeys: 'a list of objects, or a number',
  password: 'whether there is one',
  password_reset: 'whether it can be reset',
  picture_url: 'a picture of the server',
  policy: 'a fixed word',
  public_key: 'public',
  redirect_uri: 'where an app is, which its consent page shows',
  signature: 'a fixed word',
  stripe_public_key: 'public',
  token_type: 'a fixed word',
  tokens_made: 'a time',
  verification_uri: 'a page',
  website_url: 'a page',
}

/** Names that are secret elsewhere but not in these places. */
const harmlessHere: readonly (string | unknown)[] = [
  // As the sender wrote it, for everyone who may read the message.
  Push.entries.url,
  Push.entries.address,
  SavedDraft.entries.url,
  'tryWebhook:message.url',
  // Network addresses, for the person who decides about the sign-in.
  'findDeviceSignIn:address',
  'findPhoneSignIn:address',
  'getReport:address',
  // Whether there are any, or how many.
  'getFactors:codes',
  'getFactors:codes.recovery_codes',
  'adminRemoveFactors:codes',
  // Constants for old programs.
  'requestUpload:data',
  'requestUpload:data.key',
  'requestUploadByQuery:data',
  'requestUploadByQuery:data.key',
]

/** Whether a name is in an object whose other fields explain it. */
const isOfObject = (path: string) => /(^|[.\]])not_sent\.code$|(^|[.\]])preview\.url$/.test(path)

/** The data of a text: an object, whose fields are checked. */
const isOfText = ({ call, path }: Field) => /(^|\.)data$/.test(path) && (/Text/.test(call) || /texts\[\]\.data$/.test(path))

test('every field of an answer that sounds like a secret, a hash or an address to one is in the table, or is named as harmless', () => {
  const unknown = allFields().filter((field) => {
    const { call, path, name, schema } = field
    if (!sounds.test(name) || secretAt(path, call)) return false
    return !(
      name in harmless ||
      harmlessHere.includes(schema) ||
      harmlessHere.includes(`${call}:${path}`) ||
      isOfObject(path) ||
      isOfText(field)
    )
  })
  expect(unknown.map(({ call, path }) => `${call}:${path}`)).toEqual([])
})

test('no name is called harmless that the table has, and no entry of the table is about a field that is not there', () => {
  const there = allFields()
  const names = secretFields.flatMap(({ fields }) => fields)
  expect(names.filter((name) => name in harmless)).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  const missing = names.filter((field) => !there.some(({ call, path, name }) => field === name || field === `${call}:${path}`))
  expect(missing).toEqual([])
})

test('what only the caller of a call may see is in no object of a list', () => {
  const ofObjects = secretFields.filter(({ seenBy }) => seenBy === 'caller').flatMap(({ fields }) => fields)
  const inLists = allFields().filter(({ call, path, name }) => {
    const isRead = calls.find((one) => one.name === call)?.method === 'GET'
    return isRead && path.includes('[].') && (ofObjects.includes(name) || ofObjects.includes(`${call}:${path}`))
  })
  expect(inLists.map(({ call, path }) => `${call}:${path}`)).toEqual([])
})

/** The table as docs/security.md shows it. */
function shown(): string {
  const who = { session: 'sessions', support: 'support', program: 'tokens for programs', app: 'apps', export: 'exports' }
  const lines = secretFields.map(({ fields, what, seenBy, why }) => {
    const names = fields.map((field) => `\`${field.replace(':', ' ')}\``).join(', ')
    const seen =
      seenBy === 'caller'
        ? 'the caller'
        : seenBy.length === 0
          ? 'nobody'
          : Object.entries(who).every(([viewer]) => seenBy.some((one) => one === viewer))
            ? 'everybody who may see the object'
            : Object.entries(who)
                .filter(([viewer]) => seenBy.some((one) => one === viewer))
                .map(([, name]) => name)
                .join(', ')
    return `| ${names} | ${what} | ${seen} | ${why} |`
  })
  return ['| fields | what it is | who sees it | why |', '|---|---|---|---|', ...lines].join('\n')
}

test('docs/security.md shows the table', () => {
  const doc = readFileSync(join(import.meta.dirname, '../../../../../docs/security.md'), 'utf8')
  expect(doc.includes(shown()) ? '' : shown()).toBe('')
})
