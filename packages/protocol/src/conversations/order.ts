/**
 * Compares two objects of one box, the earlier first. The server gives each object of a box a later `created` than all before it, so it
 * sorts by `created` alone; the iden decides only between an object and one that this client has made up.
 */
export function inOrder(one: Placed, other: Placed): number {
  return one.created - other.created || (one.iden < other.iden ? -1 : one.iden > other.iden ? 1 : 0)
}

interface Placed {
  /** In seconds. */
  created: number
  iden: string
}
