/** Whether this is a browser on iOS or iPadOS, where all of them are Safari underneath. iPads claim to be Macs. */
export const isIos = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) || (navigator.maxTouchPoints > 1 && navigator.userAgent.includes('Macintosh'))
