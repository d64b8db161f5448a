import { hostOf } from '@waypost/client/words/short-links'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../../ui/Icon.tsx'
import { sizeOf } from '../../ui/times.ts'
import type { Attachments } from './attachments.ts'

interface AttachedProps {
  attached: Attachments
  onChange: (attached: Attachments) => void
}

/** The attachments, each with a button to remove it. */
export function Attached({ attached, onChange }: AttachedProps) {
  const { page, files } = attached
  if (!page && files.length === 0) return null
  return (
    <ul class="attached" aria-label="Attached">
      {page && (
        <li>
          <Icon name="link" />
          <span class="card-words">
            <strong dir="auto">{page.title || hostOf(page.url)}</strong>
            <span>{hostOf(page.url)}</span>
          </span>
          <Remove what={page.title || 'the page'} onRemove={() => onChange({ ...attached, page: undefined })} />
        </li>
      )}
      {files.map((file, index) => (
        <li key={index}>
          <Thumbnail file={file} />
          <span class="card-words">
            <strong dir="auto">{file.name}</strong>
            <span>{sizeOf(file.size)}</span>
          </span>
          <Remove what={file.name} onRemove={() => onChange({ ...attached, files: files.filter((_, at) => at !== index) })} />
        </li>
      ))}
    </ul>
  )
}

function Remove({ what, onRemove }: { what: string; onRemove: () => void }) {
  return (
    <button type="button" class="icon-button" aria-label={`Remove ${what}`} title="Remove" onClick={onRemove}>
      <Icon name="close" size={16} />
    </button>
  )
}

function Thumbnail({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!/^image\/(png|jpeg|gif|webp|avif)$/.test(file.type)) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url ? <img class="thumbnail" src={url} alt="" /> : <Icon name="file" />
}
