import { isLocalhost } from './location.ts'

/** How long a program may take to answer, in milliseconds. */
const patience = 3_000

/**
 * Whether a program on this machine listens at a URL. Undefined if a page of this origin can't find out without prompting the user:
 * browsers ask before a page from another machine may reach this one (https://wicg.github.io/local-network-access/).
 */
export async function listensHere(url: string): Promise<boolean | undefined> {
  if (!isLocalhost() && !(await mayReachThisMachine())) return undefined
  try {
    await fetch(new URL('/', url), {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(patience),
    })
    return true
  } catch (error) {
    // A program that accepts the connection but says nothing may still answer the browser.
    return error instanceof DOMException && error.name === 'TimeoutError' ? undefined : false
  }
}

async function mayReachThisMachine(): Promise<boolean> {
  for (const name of ['loopback-network', 'local-network-access'])
    try {
      const { state } = await navigator.permissions.query({ name: name as PermissionName })
      if (state === 'granted') return true
    } catch {
      // This browser has no such permission.
    }
  return false
}
