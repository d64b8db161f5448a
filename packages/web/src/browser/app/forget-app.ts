/** How long the browser's push service may take, in milliseconds. */
const within = 2_000

/** Closes this site's notifications and ends its web push subscription, so the next person sees nothing of the last one. */
export async function forgetApp(): Promise<void> {
  await Promise.race([forget().catch(() => {}), new Promise((resolve) => setTimeout(resolve, within))])
}

async function forget(): Promise<void> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}
