import type { FastifyInstance } from 'fastify'

/** Knows which methods each address takes, so that one that takes another method is told from one that is not there. */
export class Methods {
  readonly #routes: { method: string; pattern: RegExp; any: boolean }[] = []

  /** Hears of every route that is added from now on. */
  constructor(http: FastifyInstance) {
    http.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) this.#routes.push({ method: one, pattern: patternOf(url), any: url === '/*' })
    })
  }

  /** The methods of an address; `besides` says for which methods a route for every address counts. */
  at(url: string, besides: (method: string) => boolean = () => true): string[] {
    const path = (url.split(/[?#]/, 1)[0] as string).replace(/(.)\/$/, '$1')
    const found = this.#routes.filter(({ method, pattern, any }) => (any ? besides(method) : pattern.test(path)))
    return [...new Set(found.map(({ method }) => method))].sort()
  }
}

/** `:name` stands for one part of a path, `*` for all that follows. */
function patternOf(url: string): RegExp {
  const text = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*/g, '.*')
  return new RegExp(`^${text}$`)
}
