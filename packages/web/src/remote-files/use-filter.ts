// Filters the files of a remote folder by the typed text.

import { type RemoteFolder, type RemoteView, remoteFolderFilter } from '@waypost/client/remote-files'
import { useEffect, useMemo, useState } from 'react'
import { useRemoteFiles } from './session-remote-files.ts'

/** The device is asked this long after the last key press, in milliseconds. */
const askAfter = 250

/** The filter of a folder, and the folder with only the matching files. If only a part of it is loaded, the device filters it. */
export function useFilter(device: string, path: string, { folder }: RemoteView) {
  const { folders } = useRemoteFiles()
  const [state, setState] = useState({ path, text: '' })
  // The filter is of one folder.
  const typed = state.path === path ? state.text : ''
  const wanted = typed.trim()
  const isPart = folder?.path === path && (folder.next !== undefined || folder.filter !== '')
  const asks = isPart && folder.filter !== wanted
  useEffect(() => {
    if (!asks) return
    const timer = setTimeout(() => folders.open(device, path, wanted), askAfter)
    return () => clearTimeout(timer)
  }, [asks, folders, device, path, wanted])
  const shown = useMemo((): RemoteFolder | undefined => {
    if (!folder || isPart || wanted === '' || folder.path !== path) return folder
    const files = remoteFolderFilter(folder.files, wanted)
    return { ...folder, files, filter: wanted, total: files.length }
  }, [folder, isPart, wanted, path])
  return { typed, type: (text: string) => setState({ path, text }), folder: shown }
}
