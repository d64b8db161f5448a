// Validates service URLs from the environment. They may contain passwords, so no error message repeats an invalid one.

interface Service {
  schemes: readonly string[]
  words: string
  example: string
  /** The allowed path; any by default. */
  path?: RegExp
}

const services = {
  mail: { schemes: ['smtps', 'smtp'], words: 'a mail server', example: 'smtps://user:password@mail.example.org' },
  database: {
    schemes: ['postgres', 'postgresql'],
    words: 'a PostgreSQL database',
    example: 'postgres://user:password@db.example.org/waypost',
  },
  bus: { schemes: ['nats', 'tls'], words: 'a NATS server', example: 'nats://bus.example.org:4222', path: /^(\/[\w-]*)?$/ },
} as const satisfies Record<string, Service>

/**
 * Why a text is not a valid service URL, as the end of a sentence; undefined if it is valid. A password that is not percent-encoded changes
 * its meaning: in `smtp://ana:1/2@mail.example.org` the host is `ana`.
 */
export function faultOfServiceUrl(text: string, service: keyof typeof services): string | undefined {
  const { schemes, words, example, path = /.*/ }: Service = services[service]
  const [, scheme = '', rest = ''] = /^(\w+):\/\/(.*)$/s.exec(text) ?? []
  const url = URL.canParse(text) ? new URL(text) : undefined
  // An `@` may only end the credentials.
  const meant = url !== undefined && !(url.pathname + url.search + url.hash).includes('@') && isEncoded(url)
  if (schemes.includes(scheme) && rest.includes('@') && !meant)
    return 'cannot be read; percent-encode the user and the password in it, like %40 for @, %2F for /, %23 for # and %25 for %'
  const right = url?.hostname && schemes.includes(scheme) && path.test(url.pathname)
  return right ? undefined : `is no address of ${words}; set it to one like ${example}`
}

/** Whether each `%` in the credentials begins an encoded character. */
function isEncoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}
