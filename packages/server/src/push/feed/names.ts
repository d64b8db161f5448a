// Reads the namespaces and the bases of XML: https://www.w3.org/TR/xml-names and https://www.w3.org/TR/xmlbase.

/** Longer addresses are left out. */
export const maxAddress = 8_192

const xml = 'http://www.w3.org/XML/1998/namespace'
/** Other modules that are read, by the address of their namespace. */
export const modules: Record<string, string> = {
  'http://purl.org/rss/1.0/modules/content/': 'content',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'http://www.w3.org/2005/Atom': 'atom',
  'http://purl.org/atom/ns#': 'atom',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
}
/** Some feeds use the usual prefixes without declaring them. */
export const usual: Record<string, string> = Object.assign(
  Object.create(null),
  Object.fromEntries(Object.entries(modules).map(([address, prefix]) => [prefix, address])),
)

/** The addresses of the prefixes within a tag. */
export function namesWithin(above: Record<string, string>, attributes: Record<string, string>): Record<string, string> {
  let names = above
  for (const [name, value] of Object.entries(attributes)) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
    if (names === above) names = Object.create(above)
    names[name.slice('xmlns:'.length)] = value.trim()
  }
  return names
}

/** The base of the links within a tag: undefined if nothing says one. */
export function baseWithin(
  above: string | undefined,
  attributes: Record<string, string>,
  names: Record<string, string>,
  address: string,
): string | undefined {
  const written = attributes['xml:base'] ?? Object.entries(attributes).find(([name]) => isBase(name, names))?.[1]
  if (written === undefined || written.length > maxAddress || !URL.canParse(written.trim(), above ?? address)) return above
  return new URL(written.trim(), above ?? address).href
}

function isBase(name: string, names: Record<string, string>): boolean {
  const [local, prefix] = split(name)
  return local === 'base' && prefix !== '' && names[prefix] === xml
}

/** The value of an attribute of a module. */
export function attribute(attributes: Record<string, string>, names: Record<string, string>, module: string, local: string) {
  for (const [name, value] of Object.entries(attributes)) {
    const [own, prefix] = split(name)
    if (own === local && modules[names[prefix] ?? ''] === module) return value.trim()
  }
  return undefined
}

/** The name without its prefix, in small letters, and the prefix. */
export function split(name: string): [string, string] {
  const at = name.indexOf(':')
  return [name.slice(at + 1).toLowerCase(), at < 0 ? '' : name.slice(0, at)]
}

/** Attributes by their names in small letters. */
export const lowered = (attributes: Record<string, string>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]))
