/**
 * Goes back if the entry of the history before this one is this URL, and returns whether it is. The back button of a phone then leads out of
 * that page, and not to the one that was just left. Browsers without the Navigation API do not tell.
 */
export function stepBackTo(url: string): boolean {
  const { navigation } = globalThis as { navigation?: Navigation }
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]
  if (!before?.sameDocument || before.url !== url) return false
  history.back()
  return true
}
