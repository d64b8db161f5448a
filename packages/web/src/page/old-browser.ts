/** The version of an Internet Explorer that is too old; undefined for every other browser. */
export function oldInternetExplorer(agent: string = navigator.userAgent): string | undefined {
  const version = /\bMSIE (\d+)/.exec(agent)?.[1]
  return version !== undefined && Number(version) <= 9 ? version : undefined
}
