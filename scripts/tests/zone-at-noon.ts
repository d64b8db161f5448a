/** A time zone in which it is about noon at a moment, e.g. `Etc/GMT+9` (nine hours behind UTC). `now` in milliseconds. */
export function zoneAtNoon(now = Date.now()): string {
  const behind = new Date(now).getUTCHours() - 12
  return `Etc/GMT${behind < 0 ? '' : '+'}${behind}`
}
