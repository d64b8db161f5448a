// Makes the commands with which programs send to a source.

import type { SourceTokens } from './tokens.ts'

/** Ways to send to a source. */
export const ways = ['curl', 'ntfy', 'gotify', 'apprise', 'webhook', 'email'] as const
export type Way = (typeof ways)[number]

interface Lines {
  curl: string[]
  /** Server and topic separately, as most programs ask for them, and combined. */
  ntfy: { server: string; topic: string; token: string; address: string }
  gotify: { server: string; token: string }
  apprise: { ntfy: string; gotify: string }
  webhook: string
  /** Undefined if the server takes no emails. */
  email: string | undefined
}

/** Placeholders for tokens that are no longer shown. */
const unknown: SourceTokens = { ntfy_token: 'TOKEN', gotify_token: 'TOKEN' }

/** @param origin of the server, e.g. `https://push.example.org` @param mailDomain if the server takes emails */
export function linesOf(origin: string, topic: string, tokens: SourceTokens = unknown, mailDomain?: string): Lines {
  const { ntfy_token: ntfy, gotify_token: gotify } = tokens
  const host = origin.replace(/^https?:\/\//, '')
  const secure = origin.startsWith('https:') ? 's' : ''
  const address = `${origin}/${topic}`
  return {
    curl: [`curl -H "Authorization: Bearer ${ntfy}" \\`, `  -H "Title: Hello" -d "It works" ${address}`],
    ntfy: { server: origin, topic, token: ntfy, address },
    gotify: { server: origin, token: gotify },
    apprise: { ntfy: `ntfy${secure}://${ntfy}@${host}/${topic}`, gotify: `gotify${secure}://${host}/${gotify}` },
    webhook: `${origin}/v3/hooks/${ntfy}`,
    email: mailDomain && `${topic}+${ntfy}@${mailDomain}`,
  }
}
