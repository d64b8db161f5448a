/** Whether an extension took away what pages find their way by. What stands in for a lost history marks the page as `flagged`. */
export function hasConflict({ location, history }: { location: unknown; history: unknown }, flagged: boolean): boolean {
  return location === null || location === undefined || history === null || history === undefined || flagged
}
