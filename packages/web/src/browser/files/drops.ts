import { on } from '../observed.ts'

interface FileDrag {
  /** Called when files are dragged over the page, and when they no longer are. */
  onOver(over: boolean): void
  onDrop(files: File[]): void
}

const takers = new Set<FileDrag>()

let inside = 0

/** Registers a drop target; the latest one gets the files. Returns a function that removes it. */
export function takeDrops(drag: FileDrag): () => void {
  takers.add(drag)
  if (inside > 0) drag.onOver(true)
  return () => takers.delete(drag)
}

/** Starts passing dragged files to the registered targets, and prevents the browser from opening files dropped elsewhere. */
export function watchDrags(): () => void {
  // Between elements `dragenter` comes before `dragleave`, so the count doesn't drop to 0.
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
    on(window, ['dragenter'], onEnter),
    on(window, ['dragleave'], onLeave),
    on(window, ['dragover'], onOver),
    on(window, ['drop'], onDrop),
    on(window, ['dragend'], () => over(0)),
  ]
  return () => {
    over(0)
    for (const stop of stops) stop()
  }
}

/**
 * Calls back with pasted files. A paste that also contains text stays text, unless the text only names the files, as when they are copied
 * in a file manager. One-line fields are left alone.
 */
export function onFilesPasted(listener: (files: File[]) => void): () => void {
  return on(window, ['paste'], (event: ClipboardEvent) => {
    const { clipboardData, target } = event
    if (!clipboardData || target instanceof HTMLInputElement || document.querySelector('dialog[open]')) return
    const files = filesIn(clipboardData)
    if (files.length === 0 || !isOnlyNames(clipboardData.getData('text/plain'), files)) return
    event.preventDefault()
    listener(files)
  })
}

function isOnlyNames(text: string, files: readonly File[]): boolean {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  return lines.every((line) => files.some(({ name }) => line.trim().split(/[/\\]/).at(-1)?.normalize() === name.normalize()))
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** Otherwise the browser would open a dropped link. Text fields still take drops. */
function cancelStray(event: DragEvent): void {
  const { target } = event
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) event.preventDefault()
}

/** Excludes folders, which are listed as files but can't be read. */
function filesIn(data: DataTransfer | null): File[] {
  return [...(data?.items ?? [])].flatMap((item) => {
    if (item.kind !== 'file' || item.webkitGetAsEntry?.()?.isDirectory) return []
    return item.getAsFile() ?? []
  })
}
