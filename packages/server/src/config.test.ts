import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('nothing said: this machine only, data beside the program, open to sign up', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 4280,
    origin: undefined,
    data: resolve('data'),
    signUp: 'open',
    plans: 'on',
    testCheckout: 'off',
    demo: 'off',
    smtpUrl: undefined,
    mailFrom: 'no-reply@localhost',
    supportEmail: undefined,
    log: 'warn',
  })
})

test('a server that others can reach takes new people by invitation unless told otherwise', () => {
  expect(readConfig({ WAYPOST_ORIGIN: 'https://push.example.org/' })).toMatchObject({
    origin: 'https://push.example.org',
    signUp: 'invite',
  })
  expect(readConfig({ WAYPOST_ORIGIN: 'http://127.0.0.1:8080' }).signUp).toBe('open')
  expect(readConfig({ WAYPOST_ORIGIN: 'https://push.example.org', WAYPOST_SIGNUP: 'open' }).signUp).toBe('open')
})

test.each([
  ['WAYPOST_PORT', 'eighty'],
  ['WAYPOST_PORT', '70000'],
  ['WAYPOST_PORT', '-1'],
  ['WAYPOST_ORIGIN', 'push.example.org'],
  ['WAYPOST_ORIGIN', 'ftp://push.example.org'],
  ['WAYPOST_ORIGIN', 'https://push.example.org/path'],
  ['WAYPOST_SIGNUP', 'sometimes'],
  ['WAYPOST_LOG', 'loud'],
  ['WAYPOST_LINK_BLOG', 'javascript:alert'],
  ['WAYPOST_LINK_HELP', 'help.example.org'],
])('%s=%s is refused in a sentence that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} is '${value}'; set it to .+\\.$`))
})

test('GAP-080 links to elsewhere are there by their names when they are said', () => {
  expect(readConfig({}).links).toEqual({})
  const env = {
    WAYPOST_LINK_BLOG: 'https://blog.example.org/',
    WAYPOST_LINK_MASTODON: 'https://social.example/@post',
    WAYPOST_LINK_HELP: ' ',
  }
  expect(readConfig(env).links).toEqual({ blog: 'https://blog.example.org/', mastodon: 'https://social.example/@post' })
})

test('mail comes from the address that is said, else from support, else from a no-reply address at the own host', () => {
  const support = { WAYPOST_SUPPORT_EMAIL: 'help@example.org' }
  expect(readConfig({ ...support, WAYPOST_MAIL_FROM: 'post@example.org' }).mailFrom).toBe('post@example.org')
  expect(readConfig(support)).toMatchObject({ mailFrom: 'help@example.org', supportEmail: 'help@example.org' })
  expect(readConfig({ WAYPOST_ORIGIN: 'https://push.example.org:8443' }).mailFrom).toBe('no-reply@push.example.org')
})

test('the server is the peer of no phones, of those of the first administrator, or of those of one account', () => {
  expect(readConfig({}).phones).toBeUndefined()
  expect(readConfig({ WAYPOST_PHONES: 'off', WAYPOST_PHONES_HOST: '192.168.1.20' }).phones).toBeUndefined()
  expect(readConfig({ WAYPOST_PHONES: 'on' }).phones).toEqual({ email: undefined, host: undefined })
  expect(readConfig({ WAYPOST_PHONES: 'Ana@Example.org', WAYPOST_PHONES_HOST: '192.168.1.20' }).phones).toEqual({
    email: 'ana@example.org',
    host: '192.168.1.20',
  })
  expect(() => readConfig({ WAYPOST_PHONES: 'yes' })).toThrow(/^WAYPOST_PHONES is 'yes'; set it to on, off or the email address/)
  expect(() => readConfig({ WAYPOST_PHONES: 'on', WAYPOST_PHONES_HOST: 'eth0' })).toThrow(/^WAYPOST_PHONES_HOST is 'eth0'; /)
})

test.each([
  ['WAYPOST_SUPPORT_EMAIL', 'help@example.org, other@example.org'],
  ['WAYPOST_MAIL_FROM', 'Waypost <post@example.org>'],
  ['WAYPOST_PLANS', 'maybe'],
  ['WAYPOST_SMTP_URL', 'mail.example.org'],
  ['WAYPOST_SMTP_URL', 'https://user:secret@mail.example.org'],
])('%s may not be %s, and is named without telling a password', (name, value) => {
  const failing = () => readConfig({ [name]: value })
  expect(failing).toThrow(ConfigError)
  expect(failing).toThrow(name)
  expect(failing).not.toThrow('secret')
})

test.each([
  ['WAYPOST_SMTP_URL', 'smtps://ana:se/cret@mail.example.org'],
  ['WAYPOST_SMTP_URL', 'smtps://ana:1/secret@mail.example.org'],
  ['WAYPOST_SMTP_URL', 'smtps://ana:secret#1@mail.example.org:465'],
  ['WAYPOST_SMTP_URL', 'smtps://ana:2?secret@mail.example.org'],
  ['WAYPOST_SMTP_URL', 'smtps://ana:100%secret@mail.example.org'],
  ['WAYPOST_DATABASE_URL', 'postgres://waypost:se/cret@db.example.org/waypost'],
  ['WAYPOST_NATS_URL', 'nats://ana:sec#ret@bus.example.org'],
])('%s that cannot be meant, as in %s, is to be percent-encoded', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`^${name} cannot be read; percent-encode the user and the password`),
  )
})

test('a percent-encoded password, and one that means the same without, are taken as they are', () => {
  for (const url of [
    'smtps://ana:a%2Fb%40c@mail.example.org',
    'smtp://ana:a:b@mail.example.org:2525/?pool=true',
    'smtp://localhost:25',
  ])
    expect(readConfig({ WAYPOST_SMTP_URL: url }).smtpUrl).toBe(url)
})

test('identity providers are there when they are said, and an OpenID provider only when it is said whole', () => {
  expect(readConfig({})).not.toHaveProperty('google')
  expect(readConfig({ WAYPOST_GOOGLE_CLIENT_ID: 'abc' }).google).toMatchObject({ clientId: 'abc' })
  expect(readConfig({}).oidc).toEqual([])
  const oidc = { WAYPOST_OIDC_ISSUER: 'https://login.example.org/realm', WAYPOST_OIDC_CLIENT_ID: 'waypost' }
  expect(readConfig(oidc).oidc).toEqual([
    {
      type: 'oidc',
      issuer: 'https://login.example.org/realm',
      clientId: 'waypost',
      title: 'login.example.org',
      scopes: 'openid email profile',
      groupsClaim: 'groups',
      domains: [],
      logout: true,
    },
  ])
  expect(() => readConfig({ WAYPOST_OIDC_CLIENT_ID: 'waypost' })).toThrow(/^WAYPOST_OIDC_ISSUER is not set; /)
  expect(() => readConfig({ WAYPOST_OIDC_CLIENT_SECRET: 'x' })).toThrow(/^WAYPOST_OIDC_ISSUER is not set; /)
  expect(() => readConfig({ WAYPOST_OIDC_ISSUER: 'https://x.org' })).toThrow(/^WAYPOST_OIDC_CLIENT_ID is not set; /)
  expect(() => readConfig({ ...oidc, WAYPOST_OIDC_ISSUER: 'x.org' })).toThrow(/^WAYPOST_OIDC_ISSUER is 'x.org'; /)
})

test('there may be several OpenID providers: the one without a name, then the others by name, each with its settings', () => {
  const { oidc } = readConfig({
    WAYPOST_OIDC_KEYCLOAK2_ISSUER: 'https://sso.example.org/realms/home',
    WAYPOST_OIDC_KEYCLOAK2_CLIENT_ID: 'post',
    WAYPOST_OIDC_KEYCLOAK2_DOMAINS: ' Example.org, @bücher.example',
    WAYPOST_OIDC_KEYCLOAK2_LOGOUT: 'off',
    WAYPOST_OIDC_AUTHELIA_ISSUER: 'https://auth.example.org',
    WAYPOST_OIDC_AUTHELIA_CLIENT_ID: 'waypost',
    WAYPOST_OIDC_AUTHELIA_CLIENT_SECRET: 'secret',
    WAYPOST_OIDC_AUTHELIA_TITLE: 'Authelia',
    WAYPOST_OIDC_AUTHELIA_PICTURE: '/authelia.svg',
    WAYPOST_OIDC_AUTHELIA_SCOPES: 'groups, email roles',
    WAYPOST_OIDC_AUTHELIA_GROUPS_CLAIM: 'roles',
    WAYPOST_OIDC_AUTHELIA_ADMIN_GROUP: 'admins',
    WAYPOST_OIDC_AUTHELIA_PRO_GROUP: 'pro people',
    WAYPOST_OIDC_AUTHELIA_ALLOWED_GROUP: 'people',
    WAYPOST_OIDC_ISSUER: 'https://login.example.org',
    WAYPOST_OIDC_CLIENT_ID: 'waypost',
  })
  expect(oidc.map(({ type }) => type)).toEqual(['oidc', 'oidc-authelia', 'oidc-keycloak2'])
  expect(oidc[1]).toEqual({
    type: 'oidc-authelia',
    issuer: 'https://auth.example.org',
    clientId: 'waypost',
    clientSecret: 'secret',
    title: 'Authelia',
    picture: '/authelia.svg',
    scopes: 'openid email profile groups roles',
    groupsClaim: 'roles',
    adminGroup: 'admins',
    proGroup: 'pro people',
    allowedGroup: 'people',
    domains: [],
    logout: true,
  })
  expect(oidc[2]).toMatchObject({ domains: ['example.org', 'xn--bcher-kva.example'], logout: false })
})

test.each([
  ['ADMINGROUP', 'admins', 'is no setting of an OpenID provider; set WAYPOST_OIDC_NAME_ and one of ISSUER, '],
  ['PICTURE', 'http://auth.example.org/logo.png', 'set it to an address like https://'],
  ['PICTURE', '//evil.example.org/logo.png', 'set it to an address like https://'],
  ['TITLE', 'x'.repeat(41), 'set it to a name of at most 40 characters'],
  ['SCOPES', 'groups "all"', 'set it to the names of scopes'],
  ['DOMAINS', 'example.org, *.example.com', 'set it to domains like example.org,example.com'],
  ['LOGOUT', 'no', 'set it to one of on, off'],
])('a provider may not have %s=%s, and the message says what to set', (key, value, what) => {
  const whole = { WAYPOST_OIDC_HOME_ISSUER: 'https://auth.example.org', WAYPOST_OIDC_HOME_CLIENT_ID: 'waypost' }
  const failing = () => readConfig({ ...whole, [`WAYPOST_OIDC_HOME_${key}`]: value })
  expect(failing).toThrow(ConfigError)
  expect(failing).toThrow(`WAYPOST_OIDC_HOME_${key}`)
  expect(failing).toThrow(what)
})

test('large engines are used where they are said, and the file store only when it is said whole', () => {
  expect(readConfig({})).toMatchObject({ databaseUrl: undefined, natsUrl: undefined, s3: undefined })
  const database = { WAYPOST_DATABASE_URL: 'postgres://waypost:x@db.example.org/waypost' }
  expect(readConfig(database).databaseUrl).toBe(database.WAYPOST_DATABASE_URL)
  const bus = { WAYPOST_NATS_URL: 'nats://a.example.org:4222/mine, nats://b.example.org:4222' }
  expect(readConfig({ ...database, ...bus }).natsUrl).toBe(bus.WAYPOST_NATS_URL)
  expect(() => readConfig(bus)).toThrow(/^WAYPOST_NATS_URL joins nodes that share a database; set WAYPOST_DATABASE_URL too, /)

  const s3 = {
    WAYPOST_S3_ENDPOINT: 'https://s3.example.org',
    WAYPOST_S3_BUCKET: 'files',
    WAYPOST_S3_KEY: 'k',
    WAYPOST_S3_SECRET: 's',
  }
  const bucket = { endpoint: 'https://s3.example.org', bucket: 'files', prefix: '', region: 'us-east-1', key: 'k', secret: 's' }
  expect(readConfig(s3).s3).toEqual(bucket)
  expect(readConfig({ ...s3, WAYPOST_S3_BUCKET: 'files/way/post', WAYPOST_S3_REGION: 'eu-1' }).s3).toEqual({
    ...bucket,
    prefix: 'way/post/',
    region: 'eu-1',
  })
  for (const name of Object.keys(s3)) {
    expect(() => readConfig({ ...s3, [name]: undefined })).toThrow(new RegExp(`^${name} is not set; `))
  }
})

test.each([
  ['WAYPOST_DATABASE_URL', 'mysql://user:secret@db.example.org/x'],
  ['WAYPOST_DATABASE_URL', 'db.example.org'],
  ['WAYPOST_NATS_URL', 'bus.example.org:4222'],
  ['WAYPOST_NATS_URL', 'nats://user:secret@bus.example.org/a/b'],
  ['WAYPOST_NATS_URL', 'nats://bus.example.org,http://other.example.org'],
  ['WAYPOST_S3_ENDPOINT', 's3.example.org'],
  ['WAYPOST_S3_ENDPOINT', 'https://s3.example.org/path'],
  ['WAYPOST_S3_BUCKET', 'Not A Bucket'],
  ['WAYPOST_S3_BUCKET', 'files/../x'],
])('%s may not be %s', (name, value) => {
  const others = {
    WAYPOST_DATABASE_URL: 'postgres://db.example.org/waypost',
    WAYPOST_S3_ENDPOINT: 'https://s3.example.org',
    WAYPOST_S3_BUCKET: 'files',
    WAYPOST_S3_KEY: 'k',
    WAYPOST_S3_SECRET: 's',
  }
  const failing = () => readConfig({ ...others, [name]: value })
  expect(failing).toThrow(ConfigError)
  expect(failing).toThrow(new RegExp(`^${name} `))
  expect(failing).not.toThrow('secret')
})

test('a reverse proxy on this machine is believed, and others that are named', () => {
  expect(readConfig({}).trustProxy).toEqual(['loopback'])
  const named = '10.0.0.2, 172.16.0.0/12,fd00::/8,uniquelocal'
  expect(readConfig({ WAYPOST_TRUST_PROXY: named }).trustProxy).toEqual([
    'loopback',
    '10.0.0.2',
    '172.16.0.0/12',
    'fd00::/8',
    'uniquelocal',
  ])
  for (const wrong of ['proxy.example.org', '10.0.0.2/33', '10.0.0.2/8/8', '10.0.0.2/', 'true', '10.0.0.2,'])
    expect(() => readConfig({ WAYPOST_TRUST_PROXY: wrong })).toThrow(/WAYPOST_TRUST_PROXY/)
})

test('TRACK-001 nothing is told to another host unless an address for it is set, which has to be one of the web', () => {
  expect(readConfig({}).trackingUrl).toBeUndefined()
  const address = 'https://log.example.org/events'
  expect(readConfig({ WAYPOST_TRACKING_URL: address }).trackingUrl).toBe(address)
  expect(() => readConfig({ WAYPOST_TRACKING_URL: 'log.example.org' })).toThrow(
    /^WAYPOST_TRACKING_URL is 'log\.example\.org'; set it/,
  )
})
