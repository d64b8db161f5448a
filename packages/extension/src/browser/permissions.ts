type Permissions = readonly chrome.runtime.ManifestOptionalPermission[]

export const hasPermissions = (permissions: Permissions): Promise<boolean> =>
  chrome.permissions.contains({ permissions: [...permissions] })

/** Asks the person for permissions. Must be called on a user gesture, before any await. @returns whether they were granted */
export const askForPermissions = (permissions: Permissions): Promise<boolean> =>
  chrome.permissions.request({ permissions: [...permissions] })

/** Gives up granted permissions. */
export const returnPermissions = (permissions: Permissions): Promise<boolean> =>
  chrome.permissions.remove({ permissions: [...permissions] })

/** Calls back when permissions are granted or revoked. */
export function onPermissions(listener: () => void): () => void {
  chrome.permissions.onAdded.addListener(listener)
  chrome.permissions.onRemoved.addListener(listener)
  return () => {
    chrome.permissions.onAdded.removeListener(listener)
    chrome.permissions.onRemoved.removeListener(listener)
  }
}
