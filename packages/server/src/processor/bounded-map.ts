// A map with a size limit. `lru-cache` would allocate memory for its maximum number of entries up front, and dozens of such maps never fill
// up.

/** A map of at most `most` entries; beyond that, it evicts the entry that was set longest ago. */
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
