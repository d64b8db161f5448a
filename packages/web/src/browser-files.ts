import type { Platform } from '@waypost/client'

// Files: where people bring them from, what they look like, and how they go out. Part of the door that is `browser.ts`.

/** A picture as this window can draw it, with its size in pixels where that is known. */
export interface LocalPicture {
  url: string
  width?: number
  height?: number
}

/** POSTs bytes and tells how many have gone, which `fetch` cannot. */
export const sendBytes: NonNullable<Platform['send']> = (url, bytes, onSent) => {
  const request = new XMLHttpRequest()
  const answer = new Promise<{ status: number; text(): Promise<string> }>((resolve, reject) => {
    const fail = () => reject(new TypeError('The network did not let the bytes through.'))
    request.onload = () => resolve({ status: request.status, text: async () => request.responseText })
    request.onerror = fail
    request.onabort = fail
    request.ontimeout = fail
  })
  request.upload.onprogress = ({ loaded }) => onSent(loaded)
  request.open('POST', url)
  request.setRequestHeader('Content-Type', 'application/octet-stream')
  request.send(bytes as XMLHttpRequestBodyInit)
  return { answer, stop: () => request.abort() }
}

/** Lets a person choose files; none when they think better of it. */
export function chooseFiles({ multiple }: { multiple: boolean }): Promise<File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = multiple
  input.hidden = true
  // Some browsers open nothing for an input that is not in the page.
  document.body.append(input)
  return new Promise((resolve) => {
    const end = () => {
      resolve([...(input.files ?? [])])
      input.remove()
    }
    input.addEventListener('change', end)
    input.addEventListener('cancel', end)
    input.click()
  })
}

const drawn = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/

/**
 * The picture in a file, or undefined for a file that no browser draws. Its size is left out when it does not become known within
 * that many milliseconds.
 */
export async function pictureOf(file: File, within: number): Promise<LocalPicture | undefined> {
  if (!drawn.test(file.type)) return undefined
  const url = URL.createObjectURL(file)
  const image = new Image()
  await new Promise<void>((resolve) => {
    setTimeout(resolve, within)
    image.onload = image.onerror = () => resolve()
    image.src = url
  })
  return image.naturalWidth > 0 ? { url, width: image.naturalWidth, height: image.naturalHeight } : { url }
}

/** What becomes of files that are dragged over the page. */
export interface FileDrag {
  /** Files came over the page, or left it. */
  onOver(over: boolean): void
  onDrop(files: File[]): void
}

const takers = new Set<FileDrag>()
let inside = 0

/** Hands files that are dropped on the page to the latest taker, as long as there is one. */
export function takeDrops(drag: FileDrag): () => void {
  takers.add(drag)
  if (inside > 0) drag.onOver(true)
  return () => takers.delete(drag)
}

/** Keeps a drop that nobody wants from leading away from the page, and tells the takers of files that are dragged over it. */
export function watchDrags(): () => void {
  // Going from one element into another enters the second before it leaves the first, so the count never falls to 0 in between.
  function over(now: number): void {
    const was = inside > 0
    inside = Math.max(0, now)
    if (was !== inside > 0) for (const taker of takers) taker.onOver(inside > 0)
  }

  const onEnter = (event: DragEvent) => {
    if (hasFiles(event)) over(inside + 1)
  }
  const onLeave = (event: DragEvent) => {
    if (hasFiles(event)) over(inside - 1)
  }
  const onOver = (event: DragEvent) => {
    if (!hasFiles(event)) return cancelStray(event)
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = takers.size > 0 ? 'copy' : 'none'
  }
  const onDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return cancelStray(event)
    event.preventDefault()
    over(0)
    const files = filesIn(event.dataTransfer)
    if (files.length > 0) [...takers].at(-1)?.onDrop(files)
  }
  const stops = [
    on('dragenter', onEnter),
    on('dragleave', onLeave),
    on('dragover', onOver),
    on('drop', onDrop),
    on('dragend', () => over(0)),
  ]
  return () => {
    over(0)
    for (const stop of stops) stop()
  }
}

/** Files that are pasted, wherever the focus is; a paste that holds text as well stays text, and a field of one line is left alone. */
export function onFilesPasted(listener: (files: File[]) => void): () => void {
  return on('paste', (event) => {
    const { clipboardData, target } = event
    if (!clipboardData || clipboardData.types.includes('text/plain') || target instanceof HTMLInputElement) return
    if (document.querySelector('dialog[open]')) return
    const files = filesIn(clipboardData)
    if (files.length === 0) return
    event.preventDefault()
    listener(files)
  })
}

/** Asks before the page is left, as long as `isBusy`; it is looked at when the page is about to go. */
export function askBeforeLeaving(isBusy: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (isBusy()) event.preventDefault()
  }
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** A link or an address that is dropped would open; text may be dropped where one writes. */
function cancelStray(event: DragEvent): void {
  const { target } = event
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) event.preventDefault()
}

/** Without folders, which look like files and cannot be read. */
function filesIn(data: DataTransfer | null): File[] {
  return [...(data?.items ?? [])].flatMap((item) => {
    if (item.kind !== 'file' || item.webkitGetAsEntry?.()?.isDirectory) return []
    return item.getAsFile() ?? []
  })
}

function on<K extends keyof WindowEventMap>(name: K, listener: (event: WindowEventMap[K]) => void): () => void {
  addEventListener(name, listener)
  return () => removeEventListener(name, listener)
}

/** What became of asking for a text of the pages folder. */
export type MarkdownAnswer = 'missing' | 'failed' | { text: string }

/** A file of this server, as JSON. Rejects where there is none. */
export async function fetchJson(path: string): Promise<unknown> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`)
  return answer.json()
}

/** Fetches `/pages/<name>.md`. */
export async function fetchMarkdown(name: string): Promise<MarkdownAnswer> {
  const answer = await fetch(`/pages/${name}.md`)
  if (answer.status === 404) return 'missing'
  // A page in the place of a text comes from something between here and the server.
  if (!answer.ok || !answer.headers.get('content-type')?.startsWith('text/markdown')) return 'failed'
  return { text: await answer.text() }
}
