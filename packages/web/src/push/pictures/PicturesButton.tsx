// Shows the button that chooses pictures or, on touch screens, takes one.

import { useStore } from '@nanostores/react'
import { Camera, Image, Images } from 'lucide-react'
import { chooseFiles } from '../../browser/files/files.ts'
import { $touch } from '../../browser/media.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { Menu } from '../../ui/inputs/Menu.tsx'
import { i18n } from '../../ui/language.ts'

const messages = i18n('pictures-button', { pictures: 'Send pictures', take: 'Take a photo', choose: 'Choose pictures' })

/** The button; calls back with the chosen pictures, if any. */
export function PicturesButton({ onPictures }: { onPictures: (files: readonly File[]) => void }) {
  const t = useStore(messages)
  const touch = useStore($touch)
  const icon = <Image size={20} aria-hidden="true" />
  async function choose(from: { capture?: 'environment' } = {}) {
    const files = await chooseFiles({ multiple: from.capture === undefined, accept: 'image/*', ...from })
    if (files.length > 0) onPictures(files)
  }
  // A pointer has no camera that a file dialog could open.
  if (!touch) {
    return (
      <IconButton label={t.pictures} onClick={() => void choose()}>
        {icon}
      </IconButton>
    )
  }
  return (
    <Menu
      label={t.pictures}
      items={[
        { label: t.take, icon: <Camera size={18} />, onSelect: () => void choose({ capture: 'environment' }) },
        { label: t.choose, icon: <Images size={18} />, onSelect: () => void choose() },
      ]}
      trigger={(props) => (
        <IconButton {...props} label={t.pictures}>
          {icon}
        </IconButton>
      )}
    />
  )
}
