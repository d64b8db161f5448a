// Takes what other apps share: a form that the system posts, which is kept until a window asks to whom it goes.

import { keepShare } from '../browser/app/kept-shares.ts'
import type { SharedContent } from '../browser/app/shared-content.ts'

/** The address that the manifest names. Any site can post to it, so nothing is sent before the user presses something. */
const shareTarget = '/share-target'

/** Whether a request shares something with the app. */
export function sharesSomething({ method, mode, destination, url }: Request): boolean {
  return method === 'POST' && mode === 'navigate' && destination === 'document' && new URL(url).pathname === shareTarget
}

/** Keeps a share, and leads to the sheet that shows it. */
export async function takeShare(request: Request): Promise<Response> {
  const kept = await readContent(request).then(keepShare, () => ({ problem: 'again' }))
  return Response.redirect(`/share?${new URLSearchParams(kept)}#people/me`, 303)
}

/** @throws TypeError when the body is no form */
async function readContent(request: Request): Promise<SharedContent> {
  const form = await request.formData()
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const files = form.getAll('files').filter((each): each is File => each instanceof File)
  return {
    title: text('title'),
    text: text('text'),
    url: text('url'),
    // A form without files has an empty one.
    files: files.filter(({ name, size }) => name !== '' || size > 0),
  }
}
