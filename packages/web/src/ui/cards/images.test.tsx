import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { boundedImage } from '../../browser/bounded-images.ts'
import { drawableImage } from '../../browser/files/drawn-pictures.ts'
import { Avatar } from '../Avatar.tsx'
import { PictureViewer } from '../viewer/PictureViewer.tsx'
import { ImageCard } from './ImageCard.tsx'

const address = 'http://pictures.example.org/a.png'
const none = () => {}

afterEach(() => vi.unstubAllGlobals())

it('SHELL-081 whatever draws a picture of another host reads and measures it first, over https: avatars, cards and the viewer', async () => {
  vi.stubGlobal('location', { origin: 'https://waypost.example.org' })
  const picture = { key: 'a', name: 'a.png', src: address, original: address }
  for (const drawn of [
    <Avatar key="avatar" name="Ana" seed="ana" image={address} />,
    <ImageCard key="card" name="a.png" src={address} />,
    <PictureViewer key="viewer" pictures={[picture]} shown="a" onShow={none} onClose={none} />,
  ])
    expect(renderToStaticMarkup(drawn)).not.toMatch(/src="[^"]/)
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (url: unknown) => {
    asked.push(url)
    return new Response(png(20_000, 20_000))
  })
  expect(await drawableImage(address)).toBeUndefined()
  expect(asked).toEqual(['https://pictures.example.org/a.png'])
})

it('a picture of another host is drawn from the measured bytes, unless it is too large or its size cannot be read', async () => {
  vi.stubGlobal('location', { origin: 'https://waypost.example.org' })
  const drawn = async (bytes: BodyInit) => {
    vi.stubGlobal('fetch', async () => new Response(bytes))
    return drawableImage(`https://pictures.example.org/${Math.random()}.png`)
  }
  expect(await drawn(png(200, 100))).toMatch(/^blob:/)
  expect(await drawn(png(20_000, 20_000))).toBeUndefined()
  expect(await drawn('<svg xmlns="http://www.w3.org/2000/svg"/>')).toBeUndefined()
  const inline = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`
  expect(await drawableImage(inline(png(20_000, 20_000)))).toBeUndefined()
  expect(await drawableImage(inline(png(20, 20)))).toMatch(/^blob:/)
})

it('a picture of this server, or one that its host bounds, is drawn at once', () => {
  vi.stubGlobal('location', { origin: 'https://waypost.example.org' })
  const host = 'https://lh3.googleusercontent.com'
  for (const own of ['https://waypost.example.org/files/a/b.png', '/icon.svg'])
    expect(renderToStaticMarkup(<Avatar name="Ana" seed="ana" image={own} />)).toContain(`src="${own}"`)
  for (const bounded of [`${host}/a/ACg8ocK=s96-c`, `${host}/photo.jpg=s960`]) expect(boundedImage(bounded)).toBe(bounded)
  for (const other of [
    '//evil.example/a.png',
    `${host}/photo.jpg`,
    `${host}/a=s96000`,
    'https://evil.example/?lh3.googleusercontent.com/=s96',
    'data:image/png;base64,AA',
  ])
    expect([other, boundedImage(other)]).toEqual([other, undefined])
})

function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(64)
  bytes.write('89504e470d0a1a0a0000000d49484452', 'hex')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return new Uint8Array(bytes)
}
