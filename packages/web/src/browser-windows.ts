import type { Tabs } from '@waypost/client'
import { atom, onMount, type ReadableAtom } from 'nanostores'

// The windows of this browser and the person before them. Part of the door that is `browser.ts`.

/** How long a person counts as there after their last move, in milliseconds. */
const thereFor = 60_000
const moves = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Somebody is before this window: it is visible, has the keyboard, and was used in the last minute. */
export const $attention: ReadableAtom<boolean> = attention()

function attention(): ReadableAtom<boolean> {
  const store = atom(false)
  onMount(store, () => {
    let moved = Number.NEGATIVE_INFINITY
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const left = moved + thereFor - performance.now()
      store.set(left > 0 && document.visibilityState === 'visible' && document.hasFocus())
      if (left > 0) timer = setTimeout(look, left)
    }
    const onMove = ({ timeStamp }: Event) => {
      // Pointers move hundreds of times a second.
      const late = timeStamp - moved > 1_000
      if (!late && store.get()) return
      moved = timeStamp
      look()
    }
    for (const move of moves) addEventListener(move, onMove, { capture: true, passive: true })
    for (const change of ['focus', 'blur'] as const) addEventListener(change, look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      for (const move of moves) removeEventListener(move, onMove, { capture: true })
      for (const change of ['focus', 'blur'] as const) removeEventListener(change, look)
      document.removeEventListener('visibilitychange', look)
    }
  })
  return store
}

/** How the windows of this browser agree; undefined where it has no locks, as over plain http: each window then stands alone. */
export function browserTabs(): Tabs | undefined {
  if (!globalThis.navigator?.locks || typeof BroadcastChannel !== 'function') return undefined
  const channel = new BroadcastChannel('waypost')
  return {
    hold(lock, onHeld) {
      const waiting = new AbortController()
      let release: (() => void) | undefined
      navigator.locks
        .request(lock, { signal: waiting.signal }, () => {
          if (waiting.signal.aborted) return
          return new Promise<void>((resolve) => {
            release = resolve
            onHeld()
          })
        })
        .catch((error: unknown) => {
          if (!waiting.signal.aborted) throw error
        })
      return () => {
        waiting.abort()
        release?.()
      }
    },
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const heard = ({ data }: MessageEvent) => listener(data)
      channel.addEventListener('message', heard)
      return () => channel.removeEventListener('message', heard)
    },
  }
}

interface SystemNotice {
  /** A second one of the same tag takes the place of the first. */
  tag: string
  title: string
  body: string
  icon?: string | undefined
  onClick(): void
}

/** Shows a notification of the system where that was allowed before; nobody is asked. The answer closes it. */
export function notify({ tag, title, body, icon, onClick }: SystemNotice): () => void {
  if (typeof Notification !== 'function' || Notification.permission !== 'granted') return () => {}
  try {
    const shown = new Notification(title, { tag, body, ...(icon && { icon }) })
    shown.onclick = () => {
      window.focus()
      onClick()
      shown.close()
    }
    return () => shown.close()
  } catch {
    // Some phones show notifications only through a service worker.
    return () => {}
  }
}
