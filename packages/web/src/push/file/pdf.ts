// Draws the first page of a PDF. Loaded with the first PDF; the file is parsed in a worker.

import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = worker

/** In milliseconds. */
const timeLimit = 20_000
/** The most pixels of a picture within a page. */
const maxImagePixels = 16_000_000
/** The tallest page drawn, as a multiple of its width; the rest is cut off. */
const highest = 2

/** Documents are drawn one after another, to limit memory. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Draws the first page, `width` pixels wide. Fetches only the necessary parts of the file, and runs none of its scripts.
 * @throws if it can't be drawn
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
