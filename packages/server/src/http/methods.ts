import type { FastifyInstance } from 'fastify'

/** Knows the methods of each route, to tell a wrong method from an unknown address. */
export class Methods {
  readonly #routes: { method: string; pattern: RegExp; any: boolean }[] = []

  /** Records every route that is added from now on. */
  constructor(http: FastifyInstance) {
    http.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) this.#routes.push({ method: one, pattern: patternOf(url), any: url === '/*' })
    })
  }

  /** The methods of an address; `besides` says for which methods a catch-all route counts. */
  at(url: string, besides: (method: string) => boolean = () => true): string[] {
    const path = (url.split(/[?#]/, 1)[0] as string).replace(/(.)\/$/, '$1')
    const found = this.#routes.filter(({ method, pattern, any }) => (any ? besides(method) : pattern.test(path)))
    return [...new Set(found.map(({ method }) => method))].sort()
  }
}

/** `:name` matches one segment of a path, `*` the rest. */
function patternOf(url: string): RegExp {
  const text = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*/g, '.*')
  return new RegExp(`^${text}$`)
}
