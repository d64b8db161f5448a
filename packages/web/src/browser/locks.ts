/** Runs work while no other window or worker of this site runs work under the same name. Over plain http there are no locks. */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks ? await navigator.locks.request(name, work) : work()
}
