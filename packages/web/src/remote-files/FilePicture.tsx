import { isLargeInline } from '@waypost/client/pictures/picture-header'
import type { Thumbnail } from '@waypost/client/remote-files'
import type { RemoteFile } from '@waypost/protocol'
import { Archive, File, FileText, Film, Folder, HardDrive, Image, Music } from 'lucide-react'
import { useMemo } from 'react'
import styles from './FilePicture.module.css'

interface FilePictureProps {
  file: RemoteFile
  thumbnail: Thumbnail | undefined
  size: 20 | 40
}

/** The thumbnail of a file in a box of fixed size, or the icon of its type. */
export function FilePicture({ file, thumbnail, size }: FilePictureProps) {
  const Icon = iconOf(file)
  const url = thumbnail?.state === 'loaded' ? thumbnail.url : undefined
  // A device's thumbnail may turn out to be anything.
  const isLarge = useMemo(() => url !== undefined && isLargeInline(url), [url])
  const folder = file.is_directory || file.is_drive
  return (
    <span className={styles.box} data-folder={folder || undefined} data-thumbnail={thumbnail?.state} aria-hidden="true">
      {url && !isLarge ? <img src={url} alt="" className={styles.picture} /> : <Icon size={size} />}
    </span>
  )
}

function iconOf({ is_drive, is_directory, mime_type = '' }: RemoteFile): typeof File {
  if (is_drive) return HardDrive
  if (is_directory) return Folder
  const [kind] = mime_type.toLowerCase().split('/')
  if (kind === 'image') return Image
  if (kind === 'video') return Film
  if (kind === 'audio') return Music
  if (/zip|compressed|tar|7z|rar/.test(mime_type)) return Archive
  return kind === 'text' || /pdf|document|msword/.test(mime_type) ? FileText : File
}
