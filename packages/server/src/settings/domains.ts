import { domainToASCII } from 'node:url'

/** Parses domains separated by commas or spaces, with or without an `@`. @returns undefined if one is invalid */
export function readDomains(text: string): string[] | undefined {
  const domains = words(text).map((word) => domainToASCII(word.replace(/^@/, '').toLowerCase()))
  return domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(domain)) ? [...new Set(domains)] : undefined
}

/** The words of a list that is separated by commas or spaces. */
export const words = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '')

/** Whether an address belongs to one of the domains. Subdomains don't count. */
export function isOfDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.includes(domainToASCII(domain) || domain)
}

/** The domains as part of a sentence: `a.org`, `a.org or b.org`, `a.org, b.org or c.org`. */
export const domainsInWords = (domains: readonly string[]): string =>
  [domains.slice(0, -1).join(', '), domains.at(-1)].filter(Boolean).join(' or ')
