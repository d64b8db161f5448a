import { currentUrl } from '../location.ts'

interface FileChoice {
  multiple: boolean
  /** E.g. `image/*`. */
  accept?: string
  /** Opens the camera instead, if the device has one. */
  capture?: 'environment'
}

/** Opens the file dialog. Returns no files if it is cancelled. */
export function chooseFiles({ multiple, accept = '', capture }: FileChoice): Promise<File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = multiple
  input.accept = accept
  if (capture) input.setAttribute('capture', capture)
  input.hidden = true
  // Some browsers open no dialog for an input outside the document.
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

/** Still image types that every browser decodes. */
const still = /^image\/(png|jpeg|webp|avif|bmp)$/

/** Whether a file may be an editable picture. Drawings and animations would turn into a still picture. */
export const isStill = ({ type }: Blob): boolean => still.test(type)

/** Downloads a file of this server under a name. */
export function download(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Whether a URL points to this server. Only this server's files are read in place. */
export const isOwn = (url: string): boolean => URL.canParse(url) && new URL(url).origin === new URL(currentUrl()).origin
