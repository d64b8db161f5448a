// Replaces the test runner when contracts run on a browser page.

interface Result {
  name: string
  /** Empty if it passed. */
  trouble: string
}

const tests: { name: string; work: () => unknown }[] = []
const names: string[] = []

export function describe(name: string, declare: () => void): void {
  names.push(name)
  declare()
  names.pop()
}

export function test(name: string, work: () => unknown): void {
  tests.push({ name: [...names, name].join(': '), work })
}

/** The matchers that contracts use. Any other matcher fails its test. */
export function expect(found: unknown) {
  const same = (wanted: unknown, holds: boolean) => {
    if (!holds) throw new Error(`${shown(found)} is not ${shown(wanted)}`)
  }
  return {
    toBe: (wanted: unknown) => same(wanted, Object.is(found, wanted)),
    toBeUndefined: () => same(undefined, found === undefined),
    toEqual: (wanted: unknown) => same(wanted, shown(found) === shown(wanted)),
    toHaveLength: (wanted: number) => same(wanted, (found as ArrayLike<unknown>).length === wanted),
  }
}

/** Serializes a value with the keys of objects in a fixed order, and `undefined` distinct from `null`. */
function shown(value: unknown): string {
  return String(
    JSON.stringify(value, (_key, part: unknown) => {
      if (part === undefined) return '(undefined)'
      if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
      return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
    }),
  )
}

async function run(): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, work } of tests) {
    try {
      await work()
      results.push({ name, trouble: '' })
    } catch (error) {
      results.push({ name, trouble: String(error) })
    }
  }
  return results
}

// The story calls it on the page.
Object.assign(globalThis, { runContracts: run })
