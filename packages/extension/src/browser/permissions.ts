// Permissions that people can give and take back.

type Permissions = readonly chrome.runtime.ManifestOptionalPermission[]

export const hasPermissions = (permissions: Permissions): Promise<boolean> =>
  chrome.permissions.contains({ permissions: [...permissions] })

/** Asks the person for permissions. To be called at a press, before anything is awaited. @returns whether they were given */
export const askForPermissions = (permissions: Permissions): Promise<boolean> =>
  chrome.permissions.request({ permissions: [...permissions] })

/** Gives permissions back. */
export const returnPermissions = (permissions: Permissions): Promise<boolean> =>
  chrome.permissions.remove({ permissions: [...permissions] })

/** Calls back when permissions were given or taken back. */
export function onPermissions(listener: () => void): () => void {
  chrome.permissions.onAdded.addListener(listener)
  chrome.permissions.onRemoved.addListener(listener)
  return () => {
    chrome.permissions.onAdded.removeListener(listener)
    chrome.permissions.onRemoved.removeListener(listener)
  }
}
