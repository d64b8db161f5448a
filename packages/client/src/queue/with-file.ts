// Puts an uploaded file into the ghost of its push.

import type { Ghost } from '../history/ghost.ts'
import type { Changes } from './entries.ts'
import type { Uploaded } from './upload.ts'

/** The changes of a ghost whose file is uploaded. */
export function withFile({ fields, push }: Ghost, uploaded: Uploaded): Changes<Ghost> {
  const { file_url, file_type, file_name, image_url, image_width, image_height } = uploaded
  const picture = {
    ...(image_url && { image_url }),
    ...(image_width && { image_width }),
    ...(image_height && { image_height }),
  }
  const file = { file_url, file_type, file_name }
  return { fields: { ...fields, ...file }, push: { ...push, ...file, ...picture }, upload: undefined, progress: undefined }
}
