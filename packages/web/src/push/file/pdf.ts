// Draws the first page of a PDF. Loaded with the first PDF; the file is parsed in a worker.

import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = worker

/** Milliseconds after which a page is given up. */
const timeLimit = 20_000
/** A picture within a page may have so many pixels. */
const maxImagePixels = 16_000_000
/** A page may be so much higher than wide; more of it is not drawn. */
const highest = 2

/** Documents are drawn one after another, to bound memory. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Draws the first page so that it is `width` pixels wide. Only the parts of the file that are needed are fetched, and none of its scripts
 * runs.
 * @throws when it cannot be drawn
 */
export function drawFirstPage(url: string, canvas: HTMLCanvasElement, width: number, signal: AbortSignal): Promise<void> {
  const drawn = last.then(() => draw(url, canvas, width, AbortSignal.any([signal, AbortSignal.timeout(timeLimit)])))
  last = drawn.catch(() => {})
  return drawn
}

async function draw(url: string, canvas: HTMLCanvasElement, width: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const loading = getDocument({
    url,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    maxImageSize: maxImagePixels,
    useWasm: false,
    verbosity: 0,
  })
  const end = () => void loading.destroy()
  signal.addEventListener('abort', end)
  try {
    const page = await (await loading.promise).getPage(1)
    const scale = width / page.getViewport({ scale: 1 }).width
    const viewport = page.getViewport({ scale })
    canvas.width = Math.round(viewport.width)
    canvas.height = Math.round(Math.min(viewport.height, highest * viewport.width))
    await page.render({ canvas, viewport }).promise
  } finally {
    signal.removeEventListener('abort', end)
    await loading.destroy()
  }
}
