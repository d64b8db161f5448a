/** https://wicg.github.io/web-app-launch/ */
interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string; files?: readonly FileSystemHandle[] }) => void): void
}

/** What launched the app, before or while this window was open. */
export interface Launch {
  /** Path, query and fragment on this site. */
  address: string | undefined
  /** Undefined for none; unreadable ones are left out. */
  files: (() => Promise<File[]>) | undefined
}

/**
 * Calls back for each launch that reaches this window, including earlier ones. The launch that loaded the page is left out, unless it has
 * files. The latest caller gets them all.
 */
export function watchLaunches(onLaunch: (launch: Launch) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
  let queued = true
  launchQueue?.setConsumer(({ targetURL = '', files = [] }) => {
    const handles = files.filter((handle) => handle.kind === 'file') as FileSystemFileHandle[]
    const loadedPage = queued && targetURL === performance.getEntriesByType('navigation')[0]?.name
    if (handles.length > 0) onLaunch({ address: addressOf(targetURL), files: () => readAll(handles) })
    else if (!loadedPage) onLaunch({ address: addressOf(targetURL), files: undefined })
  })
  queued = false
}

function addressOf(targetUrl: string): string | undefined {
  const url = URL.canParse(targetUrl) ? new URL(targetUrl) : undefined
  return url?.origin === location.origin ? url.pathname + url.search + url.hash : undefined
}

async function readAll(handles: readonly FileSystemFileHandle[]): Promise<File[]> {
  const read = await Promise.allSettled(handles.map((handle) => handle.getFile()))
  return read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}
