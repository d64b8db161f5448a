import { createHash } from 'node:crypto'

/** Posts a form of fields, and of files where there is a third element. */
export function postForm(url: string, parts: [name: string, value: string | Buffer, fileName?: string][], token?: string) {
  const data = new FormData()
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, new Blob([new Uint8Array(value)]), fileName)
  }
  return fetch(url, { method: 'POST', body: data, headers: token ? { 'access-token': token } : {} })
}

export const bytesOf = async (url: string, headers: Record<string, string> = {}) =>
  Buffer.from(await (await fetch(url, { headers })).arrayBuffer())

export const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
