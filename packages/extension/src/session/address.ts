/** The base URL of the server: https unless typed otherwise, http on this machine. @throws Error with a sentence for the person */
export function readAddress(typed: string): string {
  const text = typed.trim().slice(0, 2_000)
  if (text === '') throw new Error('Enter your server’s address.')
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'https' && scheme !== 'http')
    throw new Error('A server’s address begins with https:// or http://.')
  const whole = scheme === undefined ? `https://${text}` : text
  if (!URL.canParse(whole)) throw new Error('That’s not an address. Enter one like push.example.org.')
  const url = new URL(whole)
  // `user@host` may be an address of email, and is none of a server.
  if (url.username !== '' || url.password !== '')
    throw new Error('Enter your server’s address, such as push.example.org, not an email address.')
  if (scheme === undefined && isLoopback(url.hostname)) url.protocol = 'http:'
  // Changing the scheme keeps a typed port; 443 was dropped as the default of https.
  return url.origin
}

function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)
}

/** Whether anybody on the network in between can read the traffic. */
export function isOpenToNetwork(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' && !isLoopback(hostname)
}
