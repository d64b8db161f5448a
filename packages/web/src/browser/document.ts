/** Sets the title of the window. */
export function setTitle(title: string): void {
  document.title = title
}

/** The support email, if the operator configured one; the server writes it into the page. */
export function supportEmail(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="support-email"]')?.content || undefined
}

/** Where to reach the operator: by email, or by the support page if no email is configured. */
export function supportContact(): { words: string; href: string } {
  const email = supportEmail()
  return email === undefined
    ? { words: `${location.origin}/support`, href: '/support' }
    : { words: email, href: `mailto:${email}` }
}

/** An external URL that the operator configured under a name, e.g. `blog`; the server writes it into the page. */
export function linkTo(name: string): string | undefined {
  const written = document.querySelector<HTMLMetaElement>(`meta[name="link-${name}"]`)?.content
  return written && /^https?:\/\//.test(written) ? written : undefined
}

/** The URL of the help site, if the operator configured one. */
export const helpSite = (): string | undefined => linkTo('help')

/** The domain of the addresses of sources, if the server takes emails. */
export function mailDomain(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="mail-domain"]')?.content || undefined
}

/** The URL that log lines are sent to, if the operator configured one. */
export function trackingAddress(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="tracking-address"]')?.content || undefined
}

/** Loads a script of another site into the page. Rejects if the content security policy or the network prevents it. */
export function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(`${address} could not be loaded.`))
    }
    document.head.append(script)
  })
}
