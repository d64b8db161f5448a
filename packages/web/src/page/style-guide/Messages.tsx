// Shows banners, the status strip and toasts in the style guide.

import { Button } from '../../ui/inputs/Button.tsx'
import { Banner } from '../../ui/notices/Banners.tsx'
import { showToast } from '../../ui/notices/notices.ts'
import { StatusStrip } from '../../ui/notices/StatusStrip.tsx'
import { ToastPlate } from '../../ui/notices/Toasts.tsx'
import { Specimen } from './Specimen.tsx'

const nothing = () => {}

export function Messages({ theme }: { theme: string }) {
  return (
    <>
      <Specimen name="Banner" column>
        <Banner title="Network Issue" body="Could not connect to server" onClose={nothing} />
        <Banner title={`A title alone, ${theme}`} body="" onClose={nothing} />
      </Specimen>
      <Specimen name="StatusStrip" column>
        <StatusStrip text="You are offline. Messages will be sent when the connection is back." />
        <StatusStrip text="Connected again" good />
      </Specimen>
      <Specimen name="Toast">
        <ToastPlate toast={{ id: -1, text: 'Copied' }} onClose={nothing} />
        <ToastPlate toast={{ id: -2, text: 'Ana Reyes is muted.', action: { label: 'Undo', run: nothing } }} onClose={nothing} />
        <Button onClick={() => showToast('A toast', { label: 'Undo', run: nothing })}>Show one</Button>
      </Specimen>
    </>
  )
}
