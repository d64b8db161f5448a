/**
 * Addresses that the web client links to where the deployment sets them: `blog`, `help`,
 * `android`, and those of social networks by their name, e.g. `mastodon`.
 */
export type Links = Readonly<Record<string, string>>

const prefix = 'WAYPOST_LINK_'

/** Reads every `WAYPOST_LINK_<NAME>`. `refuse` is called for a value that is not a web address, and throws. */
export function readLinks(env: Record<string, string | undefined>, refuse: (name: string, text: string) => never): Links {
  const links: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    const text = value?.trim()
    if (!name.startsWith(prefix) || !text) continue
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) refuse(name, text)
    links[name.slice(prefix.length).toLowerCase().replaceAll('_', '-')] = text
  }
  return links
}
