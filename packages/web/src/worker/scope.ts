// Names the global scope of the service worker, with what the build puts into it.

/** A file of the build that the worker keeps. */
interface KeptFile {
  url: string
  /** Null if the name of the file changes with its content. */
  revision: string | null
}

/** The global scope of the service worker. */
export const worker = globalThis as unknown as ServiceWorkerGlobalScope
declare const self: { __WB_MANIFEST: KeptFile[] }

/** The files of this version of the web client. The build replaces this expression, so it may stand here only. */
export const keptFiles = self.__WB_MANIFEST
