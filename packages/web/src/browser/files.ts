// Opens the file dialog, and makes previews of pictures in files.

/** An object URL of a picture, with its size in pixels if known. */
export interface LocalPicture {
  url: string
  width?: number
  height?: number
}

/** Opens the file dialog. Returns no files if it is canceled. */
export function chooseFiles({ multiple }: { multiple: boolean }): Promise<File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = multiple
  input.hidden = true
  // Some browsers open no dialog for an input outside of the document.
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
 * An object URL of the picture in a file; undefined for types that not every browser draws.
 * @param within how long to wait for its size, in milliseconds; then the size is left out
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
