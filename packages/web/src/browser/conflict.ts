/** Whether an extension removed `location` or `history` from the page. The fallback for a missing history leaves the mark `flagged`. */
export function hasConflict({ location, history }: { location: unknown; history: unknown }, flagged: boolean): boolean {
  return location === null || location === undefined || history === null || history === undefined || flagged
}
