/** Whether a link's title already begins with its host, as an address does. The host is not written a second time then. */
export function namesHost(title: string, host: string): boolean {
  const start = title.replace(/^https?:\/\//i, '').replace(/^www\./i, '')
  if (!start.toLowerCase().startsWith(host.toLowerCase())) return false
  return host !== '' && /^([/?#]|$)/.test(start.slice(host.length))
}
