/** Whether the system can share this data from here. */
export const canShare = (data: ShareData): boolean => navigator.canShare?.(data) ?? false

/** Opens the system's share sheet. @returns `late`: the user gesture it requires was too long ago */
export async function share(data: ShareData): Promise<'shared' | 'canceled' | 'late' | 'failed'> {
  try {
    await navigator.share(data)
    return 'shared'
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'AbortError') return 'canceled'
    return name === 'NotAllowedError' ? 'late' : 'failed'
  }
}

/** Fetches a file of this server. @param type its media type; by default the one the server sends @param most its maximum size in bytes */
export async function fetchFile(
  url: string,
  name: string,
  type: string | undefined,
  most: number,
): Promise<File | 'large' | 'failed'> {
  const aborting = new AbortController()
  try {
    const response = await fetch(url, { credentials: 'omit', signal: aborting.signal })
    if (!response.ok) return 'failed'
    if (Number(response.headers.get('content-length')) > most) {
      aborting.abort()
      return 'large'
    }
    const bytes = await response.blob()
    return bytes.size > most ? 'large' : new File([bytes], name, { type: type ?? bytes.type.split(';')[0] ?? '' })
  } catch {
    return 'failed'
  }
}
