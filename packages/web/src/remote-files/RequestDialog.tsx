import { useStore } from '@nanostores/react'
import type { RemoteDevice } from '@waypost/client/remote-files'
import type { RemoteFile } from '@waypost/protocol'
import { sizeOf } from '../format/size.ts'
import { say } from '../ui/accessibility/announce.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import words from '../ui/Words.module.css'
import { remoteRequest } from './en.ts'
import { shownName } from './names.ts'
import { useRemoteFiles } from './session-remote-files.ts'

const messages = i18n('remote-request', remoteRequest)

interface RequestDialogProps {
  device: RemoteDevice
  /** The name of the device. */
  from: string
  file: RemoteFile
  onClose: () => void
}

/** Confirms fetching a file, which may take a long time. */
export function RequestDialog({ device, from, file, onClose }: RequestDialogProps) {
  const t = useStore(messages)
  const { requests } = useRemoteFiles()
  return (
    <Dialog
      title={shownName(file.name)}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button
            kind="primary"
            data-first=""
            // The key that opened the dialog may still be pressed.
            onKeyDown={(event) => event.repeat && event.preventDefault()}
            onClick={() => {
              requests.request(device.iden, file)
              say(t.requested)
              onClose()
            }}
          >
            {t.request}
          </Button>
        </>
      }
    >
      {file.size !== undefined && <p>{sizeOf(file.size, { even: true })}</p>}
      <p className={words.second}>{t.explain({ device: from })}</p>
    </Dialog>
  )
}
