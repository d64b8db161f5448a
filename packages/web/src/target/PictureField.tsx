import { useStore } from '@nanostores/react'
import { platform } from '@waypost/client'
import { type Upload, UploadCanceled, UploadError, uploadFile } from '@waypost/client/queue/upload'
import { Refusal } from '@waypost/protocol'
import { ImageUp } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { chooseFiles } from '../browser/files/files.ts'
import { askBeforeLeaving } from '../browser/location.ts'
import { sendBytes } from '../browser/network.ts'
import { useSession } from '../session/context.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/inputs/Button.tsx'
import { FileDrop } from '../ui/inputs/FileDrop.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { pictureField } from './en.ts'
import styles from './PictureField.module.css'

const messages = i18n('picture-field', pictureField)

/** Image types that all browsers show and that can't contain scripts. */
const pictures = /^image\/(png|jpeg|gif|webp|avif)$/

interface PictureFieldProps {
  label: string
  /** On the page, in pixels. */
  size?: 64 | 188
  /** For the initials without a picture. */
  name: string
  seed: string
  /** The URL of the picture. */
  value: string
  onChange: (address: string) => void
  onBusy: (busy: boolean) => void
}

/** The picture of a channel or a person, and a button to upload another one. */
export function PictureField({ label, size = 188, name, seed, value, onChange, onBusy }: PictureFieldProps) {
  const t = useStore(messages)
  const session = useSession()
  const id = useId()
  const [file, setFile] = useState<{ name: string; percent: number }>()
  const [trouble, setTrouble] = useState<string>()
  const upload = useRef<Upload>(undefined)
  const busy = file !== undefined
  useEffect(() => onBusy(busy), [busy, onBusy])
  useEffect(() => (busy ? askBeforeLeaving(() => true) : undefined), [busy])
  useEffect(() => () => upload.current?.cancel({ forGood: true }), [])

  async function bring([chosen]: readonly File[]) {
    if (!chosen) return
    upload.current?.cancel({ forGood: true })
    setTrouble(undefined)
    if (!pictures.test(chosen.type)) return setTrouble(t.only)
    const { isLargeFile } = await import('@waypost/client/pictures/picture-header')
    if (await isLargeFile(chosen)) return setTrouble(t.large)
    const { name: called, type, size } = chosen
    setFile({ name: called, percent: 0 })
    const own = uploadFile(
      { name: called, type, size, slice: (start, end) => chosen.slice(start, end) },
      {
        call: session.call,
        platform: { ...platform, send: sendBytes },
        id: undefined,
        onBegun: () => {},
        onProgress: (part) => upload.current === own && setFile({ name: called, percent: Math.floor(part * 100) }),
      },
    )
    upload.current = own
    try {
      const { image_url, file_url } = await own.done
      if (upload.current === own) onChange(image_url ?? file_url)
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof UploadError)) throw error
      if (upload.current === own && !(error instanceof UploadCanceled)) setTrouble(error.message)
    } finally {
      if (upload.current === own) {
        upload.current = undefined
        setFile(undefined)
      }
    }
  }

  return (
    <Stack role="group" aria-labelledby={id} gap={1}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <Row gap={4} align="stretch" wrap>
        <Avatar key={value} name={name} seed={seed} image={value || undefined} size={size} />
        <Stack gap={3} className={styles.pictureWords}>
          <p className={styles.second}>{t.help}</p>
          {file && (
            <Row gap={2} wrap className={styles.progress}>
              <progress max={100} value={file.percent} aria-label={t.progress({ name: file.name })} />
              <span>{t.percent({ percent: file.percent })}</span>
            </Row>
          )}
          {trouble && (
            <p role="alert" className={styles.trouble}>
              {trouble}
            </p>
          )}
          <Row gap={2} wrap>
            {file ? (
              <Button onClick={() => upload.current?.cancel({ forGood: true })}>{t.cancel}</Button>
            ) : (
              <Button
                icon={<ImageUp size={18} aria-hidden="true" />}
                onClick={async () => void bring(await chooseFiles({ multiple: false }))}
              >
                {value ? t.other : t.choose}
              </Button>
            )}
            {value && !file && (
              <Button kind="quiet" onClick={() => onChange('')}>
                {t.remove}
              </Button>
            )}
          </Row>
        </Stack>
      </Row>
      <FileDrop name={label} onFiles={(files) => void bring(files)} />
    </Stack>
  )
}
