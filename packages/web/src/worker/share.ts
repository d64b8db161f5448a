// Receives shares from other apps: a form posted by the system, which is kept until a window asks for the recipient.

import { keepShare } from '../browser/app/kept-shares.ts'
import type { SharedContent } from '../browser/app/shared-content.ts'

/** The address in the manifest. Any site can post to it, so nothing is sent until the user clicks something. */
const shareTarget = '/share-target'

/** Whether a request shares something with the app. */
export function sharesSomething({ method, mode, destination, url }: Request): boolean {
  return method === 'POST' && mode === 'navigate' && destination === 'document' && new URL(url).pathname === shareTarget
}

/** Keeps a share, and redirects to the sheet that shows it. */
export async function takeShare(request: Request): Promise<Response> {
  const kept = await readContent(request).then(keepShare, () => ({ problem: 'again' }))
  return Response.redirect(`/share?${new URLSearchParams(kept)}#people/me`, 303)
}

/** @throws TypeError if the body isn't a form */
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
    // A form without files contains an empty one.
    files: files.filter(({ name, size }) => name !== '' || size > 0),
  }
}
