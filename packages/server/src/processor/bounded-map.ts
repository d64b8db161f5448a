// A map with a limit. `lru-cache` would take the memory of all its entries at once, which dozens of such maps never fill.

/** A map of at most `most` entries: beyond that, the one goes that was set the longest ago. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: K, value: V): this {
    this.delete(key)
    if (this.size >= this.#most) this.delete(this.keys().next().value as K)
    return super.set(key, value)
  }
}
