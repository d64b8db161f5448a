/** The version of an unsupported Internet Explorer; undefined for every other browser. */
export function oldInternetExplorer(agent: string = navigator.userAgent): string | undefined {
  const version = /\bMSIE (\d+)/.exec(agent)?.[1]
  return version !== undefined && Number(version) <= 9 ? version : undefined
}
