import type { RemoteFile } from '@waypost/protocol'
import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import type { Platform } from './platform.ts'
import { answerWithin, type RemoteAsker } from './remote-answers.ts'

/** A folder as a device listed it. */
export interface RemoteFolder {
  /** The path that it was asked for by. */
  path: string
  /** Undefined where nothing is above it. */
  parent: string | undefined
  /** Drives and folders first, then by name. */
  files: readonly RemoteFile[]
  /** How many more there are that the answer had no room for. */
  leftOut: number
}

/** What is known of the folders of a device. */
export interface RemoteView {
  /** The one to show, also while another one is loading. */
  folder?: RemoteFolder
  /** The path that was asked for. */
  loading?: string
  /** The path that could not be had, and why in one sentence. */
  failed?: { path: string; error: string }
}

export interface RemoteFolders {
  view(device: string): ReadableAtom<RemoteView>
  /** Loads a folder in place of the one before; only the last one that was asked for counts. */
  open(device: string, path: string): void
}

interface Parts {
  asker: RemoteAsker
  platform: Pick<Platform, 'unique'>
  /** Hears whether a device answered anything at all, be it that it refused. */
  onSign(device: string, answered: boolean): void
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

export function openRemoteFolders({ asker, platform, onSign }: Parts): RemoteFolders {
  const views = new Map<string, WritableAtom<RemoteView>>()
  const stops = new Map<string, () => void>()

  function viewOf(device: string): WritableAtom<RemoteView> {
    const view = views.get(device) ?? atom<RemoteView>({})
    views.set(device, view)
    return view
  }

  return {
    view: viewOf,
    open(device, path) {
      const $view = viewOf(device)
      stops.get(device)?.()
      const { folder } = $view.get()
      $view.set({ ...(folder && { folder }), loading: path })
      const question = { wants: 'remote_directory', device, path, guid: platform.unique(), within: answerWithin } as const
      const stop = asker.ask(question, (outcome) => {
        onSign(device, 'answer' in outcome || outcome.refused)
        if ('failed' in outcome) {
          $view.set({ ...(folder && { folder }), failed: { path, error: outcome.failed } })
          return
        }
        const { contents = [], parent_path, left_out = 0 } = outcome.answer
        // What is above itself leads nowhere.
        const parent = parent_path === path ? undefined : parent_path
        $view.set({ folder: { path, parent, files: sorted(contents), leftOut: left_out } })
      })
      stops.set(device, stop)
    },
  }
}

function sorted(files: readonly RemoteFile[]): RemoteFile[] {
  const rank = ({ is_drive, is_directory }: RemoteFile) => (is_drive ? 0 : is_directory ? 1 : 2)
  return [...files].sort((a, b) => rank(a) - rank(b) || byName.compare(a.name, b.name) || (a.path < b.path ? -1 : 1))
}
