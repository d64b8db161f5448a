import type { Call } from '@waypost/protocol'
import type { OpenApi } from './document.ts'

/** The document of all calls, for a server without an address. */
export interface WholeDocument {
  /** The names of the calls in it. Its other operations are not calls, and every server has them. */
  calls: string[]
  document: OpenApi
}

/** The document of a server's calls, in their order, and of everything that is not a call. @param origin the URL of the server */
export function servedDocument(whole: WholeDocument, calls: readonly Call[], origin: string): OpenApi {
  const operations = Object.entries(whole.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const byName = new Map(operations.map((each) => [each.operation.operationId, each]))
  const served = calls.map(({ name }) => {
    const found = byName.get(name)
    if (!found) throw new Error(`The API reference does not have the call ${name}.`)
    return found
  })
  const known = new Set(whole.calls)
  const others = operations.filter(({ operation }) => !known.has(operation.operationId))
  const paths: OpenApi['paths'] = {}
  for (const { path, method, operation } of [...served, ...others]) paths[path] = { ...paths[path], [method]: operation }
  return { ...whole.document, servers: [{ url: origin }], paths }
}
