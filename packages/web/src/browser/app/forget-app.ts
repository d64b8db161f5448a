/** How long the push service of the browser may take, in milliseconds. */
const within = 2_000

/** Closes the notifications of this site and ends its web push subscription, so that the next person sees nothing of the last one. */
export async function forgetApp(): Promise<void> {
  await Promise.race([forget().catch(() => {}), new Promise((resolve) => setTimeout(resolve, within))])
}

async function forget(): Promise<void> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}
