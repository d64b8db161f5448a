import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Avatar } from '../Avatar.tsx'
import { PictureViewer } from '../viewer/PictureViewer.tsx'
import { ImageCard } from './ImageCard.tsx'

const address = 'http://pictures.example.org/a.png'
const none = () => {}

it('SHELL-081 whatever draws a picture asks for it over https: avatars, cards and the viewer', () => {
  vi.stubGlobal('location', { origin: 'https://waypost.example.org' })
  const picture = { key: 'a', name: 'a.png', src: address, original: address }
  for (const drawn of [
    <Avatar key="avatar" name="Ana" seed="ana" image={address} />,
    <ImageCard key="card" name="a.png" src={address} />,
    <PictureViewer key="viewer" pictures={[picture]} shown="a" onShow={none} onClose={none} />,
  ])
    expect(renderToStaticMarkup(drawn)).toContain('src="https://pictures.example.org/a.png"')
})
