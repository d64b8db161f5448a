/** Why local storage can't be written: it is full or disabled. Undefined if it can. */
export function storageTrouble(): 'full' | 'off' | undefined {
  try {
    localStorage.setItem('storage_test', '1')
    const isKept = localStorage.getItem('storage_test') === '1'
    localStorage.removeItem('storage_test')
    return isKept ? undefined : 'off'
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'off'
  }
}
