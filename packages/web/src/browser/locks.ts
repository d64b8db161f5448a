/** Runs work when no other window and no worker of this site runs work of the same name. Over plain http there are no locks. */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks ? await navigator.locks.request(name, work) : work()
}
