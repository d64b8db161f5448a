/**
 * Goes back if the previous history entry has this URL, and returns whether it does. A phone's back button then leads out of that page, not
 * to the one just left. Browsers without the Navigation API can't tell.
 */
export function stepBackTo(url: string): boolean {
  const { navigation } = globalThis as { navigation?: Navigation }
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]
  if (!before?.sameDocument || before.url !== url) return false
  history.back()
  return true
}
