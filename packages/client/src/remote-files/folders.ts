import type { RemoteFile } from '@waypost/protocol'
import { compareNames } from '@waypost/protocol'
import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import type { Platform } from '../ground/platform.ts'
import { answerWithin, type Outcome, type Question, type RemoteAsker } from './answers.ts'

export interface RemoteFolder {
  /** The path that was requested. */
  path: string
  /** Only files whose names contain this are listed. */
  filter: string
  parent: string | undefined
  /** Drives and folders first, then by name. */
  files: readonly RemoteFile[]
  leftOut: number
  /** How many files there are in total, if the device reports it. */
  total?: number
  /** Where `more` continues; undefined at the end, and for devices that send each folder in one response. */
  next?: string
}

export interface RemoteView {
  /** Shown even while another one is loading. */
  folder?: RemoteFolder
  /** The path that is loading. */
  loading?: string
  /** `error` is one sentence. */
  failed?: { path: string; error: string }
  /** The state of loading more files after `more`; `error` is one sentence. */
  more?: 'loading' | { error: string }
}

export interface RemoteFolders {
  view(device: string): ReadableAtom<RemoteView>
  /** Loads a folder in place of the current one; the last of several calls wins. @param filter only files whose names contain this */
  open(device: string, path: string, filter?: string): void
  more(device: string): void
}

interface Deps {
  asker: RemoteAsker
  platform: Pick<Platform, 'unique'>
  /** A refusal counts as a response. */
  noteAnswer(device: string, answered: boolean): void
}

export function openRemoteFolders({ asker, platform, noteAnswer }: Deps): RemoteFolders {
  const views = new Map<string, WritableAtom<RemoteView>>()
  const stops = new Map<string, () => void>()

  function viewOf(device: string): WritableAtom<RemoteView> {
    const view = views.get(device) ?? atom<RemoteView>({})
    views.set(device, view)
    return view
  }

  function ask(device: string, path: string, part: Question<'remote_directory'>['part'], hear: Hear): void {
    stops.get(device)?.()
    const question = { wants: 'remote_directory', device, path, guid: platform.unique(), within: answerWithin } as const
    const stop = asker.ask({ ...question, ...(part && { part }) }, (outcome) => {
      noteAnswer(device, 'answer' in outcome || outcome.refused)
      hear(outcome)
    })
    stops.set(device, stop)
  }

  return {
    view: viewOf,
    open(device, path, filter = '') {
      const $view = viewOf(device)
      const { folder } = $view.get()
      $view.set({ ...(folder && { folder }), loading: path })
      ask(device, path, filter === '' ? undefined : { filter }, (outcome) => {
        if ('failed' in outcome) {
          $view.set({ ...(folder && { folder }), failed: { path, error: outcome.failed } })
          return
        }
        const { contents = [], parent_path, left_out = 0, cursor, total } = outcome.answer
        // A folder that is its own parent has none.
        const parent = parent_path === path ? undefined : parent_path
        $view.set({
          folder: {
            path,
            filter,
            parent,
            // A folder with more pages keeps the device's order, so the next files go to the end.
            files: cursor === undefined ? sorted(contents) : contents,
            leftOut: left_out,
            ...(total !== undefined && { total }),
            ...(cursor !== undefined && { next: cursor }),
          },
        })
      })
    },
    more(device) {
      const $view = viewOf(device)
      const { folder, loading, more } = $view.get()
      if (folder?.next === undefined || loading !== undefined || more === 'loading') return
      const { path, filter, next: cursor } = folder
      $view.set({ folder, more: 'loading' })
      ask(device, path, { cursor, ...(filter !== '' && { filter }) }, (outcome) => {
        if ('failed' in outcome) return $view.set({ folder, more: { error: outcome.failed } })
        const { contents = [], left_out = 0, cursor: next, total = folder.total } = outcome.answer
        const known = new Set(folder.files.map((file) => file.path))
        const { next: _before, total: _all, ...rest } = folder
        $view.set({
          folder: {
            ...rest,
            files: [...folder.files, ...contents.filter((file) => !known.has(file.path))],
            leftOut: left_out,
            ...(total !== undefined && { total }),
            // Stop if a device repeats itself, rather than request forever.
            ...(next !== undefined && next !== cursor && contents.length > 0 && { next }),
          },
        })
      })
    },
  }
}

type Hear = (outcome: Outcome<'remote_directory'>) => void

function sorted(files: readonly RemoteFile[]): RemoteFile[] {
  const rank = ({ is_drive, is_directory }: RemoteFile) => (is_drive ? 0 : is_directory ? 1 : 2)
  return [...files].sort((a, b) => rank(a) - rank(b) || compareNames(a.name, b.name) || (a.path < b.path ? -1 : 1))
}

/** The files whose names contain a text, ignoring case and accents like the devices do. */
export function remoteFolderFilter(files: readonly RemoteFile[], text: string): RemoteFile[] {
  const part = folded(text)
  return files.filter(({ name }) => folded(name).includes(part))
}

const folded = (text: string): string =>
  // Marks are removed first as well: sorting a long run of them would take quadratic time.
  text
    .replace(/\p{Mn}/gu, '')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
