/** Whether the title of a link starts with its host, so the host needn't be shown again. */
export function namesHost(title: string, host: string): boolean {
  const start = title.replace(/^https?:\/\//i, '').replace(/^www\./i, '')
  if (!start.toLowerCase().startsWith(host.toLowerCase())) return false
  return host !== '' && /^([/?#]|$)/.test(start.slice(host.length))
}
