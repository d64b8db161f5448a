// Reads the addresses that reverse proxies report in `X-Forwarded-For` and `Forwarded`.

import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'

/** The maximum proxies between a client and the server; more distant ones are ignored. */
const hops = 32

/**
 * Rewrites `X-Forwarded-For` as a plain list of addresses, from which fastify takes the last one that no trusted proxy has. Ports, brackets
 * and quotes are removed, and `Forwarded` (RFC 7239) is used if a proxy sends nothing else. Everything before an unknown or hidden client
 * is dropped, because nobody vouches for it.
 */
export function plainForwarding(headers: IncomingHttpHeaders): void {
  const { forwarded } = headers
  const own = headers['x-forwarded-for']
  if (own === undefined && forwarded === undefined) return
  const nodes = own === undefined ? nodesOf(String(forwarded)) : String(own).split(',')
  const addresses: string[] = []
  for (const node of nodes.slice(-hops).reverse()) {
    const address = addressOf(node)
    if (address === undefined) break
    addresses.unshift(address)
  }
  // An empty header still shows that the request came through a proxy.
  headers['x-forwarded-for'] = addresses.join(', ')
}

/** The value of `for` in each element of a `Forwarded` header; an element without one hides its client. */
function nodesOf(header: string): string[] {
  const elements: string[] = []
  let start = 0
  let quoted = false
  for (let at = 0; at < header.length; at++) {
    const char = header[at]
    if (char === '"') quoted = !quoted
    else if (char === '\\' && quoted) at++
    if (char !== ',' || quoted) continue
    elements.push(header.slice(start, at))
    start = at + 1
  }
  elements.push(header.slice(start))
  return elements.map((element) => /(?:^|;)\s*for=("[^"]*"|[^;\s]*)/i.exec(element.trim())?.[1] ?? '')
}

/** The address of a node without its port; undefined for `unknown`, a hidden node, and anything else. */
function addressOf(node: string): string | undefined {
  const plain = node.trim().replace(/^"|"$/g, '').trim()
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\](?::\w*)?|(\d+\.\d+\.\d+\.\d+)(?::\w*)?)$/.exec(plain) ?? []
  const address = bracketed ?? dotted ?? plain
  return ipaddr.isValid(address) ? address : undefined
}
