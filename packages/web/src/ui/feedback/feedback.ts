import { atom } from 'nanostores'

export interface BannerText {
  title: string
  body: string
}

interface Banner extends BannerText {
  id: number
}

export interface Toast {
  id: number
  text: string
  action?: { label: string; run: () => void }
  /** Stays until closed. */
  lasting?: boolean
}

export const $banners = atom<readonly Banner[]>([])
/** Modal dialogs, shown one at a time. */
export const $alerts = atom<readonly Banner[]>([])
export const $toasts = atom<readonly Toast[]>([])

const maxBanners = 3
let lastId = 0

/** Shows a banner above the others. Duplicates are shown once, and at most three banners. */
export function showBanner({ title, body }: BannerText): void {
  const others = $banners.get().filter((banner) => banner.title !== title || banner.body !== body)
  $banners.set([{ id: ++lastId, title, body }, ...others].slice(0, maxBanners))
}

export function closeBanner(id: number): void {
  $banners.set($banners.get().filter((banner) => banner.id !== id))
}

/** Closes the banners with a title, e.g. when the network is back. */
export function closeBannersOf(title: string): void {
  const open = $banners.get()
  // Every successful call closes the banners of its failures, so only re-render if there was one.
  if (open.some((banner) => banner.title === title)) $banners.set(open.filter((banner) => banner.title !== title))
}

/** Shows an alert for an error that interrupts the user. Failed calls are banners instead. */
export function showAlert({ title, body }: BannerText): void {
  if ($alerts.get().some((alert) => alert.title === title && alert.body === body)) return
  $alerts.set([...$alerts.get(), { id: ++lastId, title, body }])
}

export function closeAlert(id: number): void {
  $alerts.set($alerts.get().filter((alert) => alert.id !== id))
}

export function showToast(text: string, action?: Toast['action'], more: Pick<Toast, 'lasting'> = {}): void {
  const others = $toasts.get().filter((toast) => toast.text !== text)
  $toasts.set([...others.slice(1 - maxBanners), { id: ++lastId, text, ...(action && { action }), ...more }])
}

export function closeToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id))
}
