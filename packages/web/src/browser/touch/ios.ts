/** Whether the browser is one of iOS or iPadOS, where all of them are Safari underneath. An iPad says that it is a Mac. */
export const isIos = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) || (navigator.maxTouchPoints > 1 && navigator.userAgent.includes('Macintosh'))
