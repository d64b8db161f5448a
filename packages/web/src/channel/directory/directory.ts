import { platform } from '@waypost/client'
import { check } from '@waypost/client/ground/objects'
import { ChannelCategories, Refusal, readRefusal } from '@waypost/protocol'
import { useEffect, useState } from 'react'
import { origin } from '../../browser/location.ts'
import { isTag } from '../tag.ts'

export type Category = ChannelCategories[number]

const usualCategory = 'Featured'

/** @throws Refusal */
async function askDirectory(): Promise<ChannelCategories> {
  let answer: { status: number; text(): Promise<string> }
  let text: string
  try {
    answer = await platform.fetch(`${origin()}/config/channels.json`, { method: 'GET', headers: {} })
    text = await answer.text()
  } catch (cause) {
    throw new Refusal('network', undefined, { cause })
  }
  const json = parsed(text)
  if (answer.status !== 200) throw readRefusal(answer.status, json)
  const read = check<ChannelCategories>(ChannelCategories, json)
  if ('wrong' in read) throw new Refusal('bad_answer')
  return read.value
}

/** Loads the categories; undefined while loading, an object with `failed` if loading failed. */
export function useDirectory(): [ChannelCategories | { failed: string } | undefined, () => void] {
  const [state, setState] = useState<ChannelCategories | { failed: string }>()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks once more
  useEffect(() => {
    let stale = false
    setState(undefined)
    askDirectory().then(
      (categories) => stale || setState(categories),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        if (!stale) setState({ failed: error.message })
      },
    )
    return () => {
      stale = true
    }
  }, [round])
  return [state, () => setRound(round + 1)]
}

/** Finds a category by name, ignoring case. Without a name: the default one, else the first. */
export function categoryOf(categories: ChannelCategories, name: string | undefined): Category | undefined {
  const wanted = (name ?? usualCategory).toLowerCase()
  const found = categories.find((each) => each.name.toLowerCase() === wanted)
  return found ?? (name === undefined ? categories[0] : undefined)
}

/** The distinct valid tags of a comma-separated list. */
export function tagsIn(list: string): string[] {
  const tags = new Map<string, string>()
  for (const part of list.split(',')) {
    const tag = part.trim().replace(/^[#@]/, '')
    if (isTag(tag) && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  }
  return [...tags.values()]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
