import { priorities } from '@waypost/protocol'
import type { NtfyMessage } from './message.ts'
import { listOf, type Params } from './params.ts'
import { readPriority } from './priority.ts'

export type Passes = (message: NtfyMessage) => boolean

/** The filters of a request; a message has to pass all of them. @throws NtfyRefusal for an invalid priority */
export function filtersOf(params: Params): Passes {
  const id = params('id')
  const message = params('message')
  const title = params('title')
  const wanted = listOf(params('priority')).map((text) => readPriority(text))
  const tags = listOf(params('tags'))
  if (id + message + title === '' && wanted.length + tags.length === 0) return everything
  return (given) =>
    (id === '' || given.id === id) &&
    (message === '' || given.message === message) &&
    (title === '' || given.title === title) &&
    (wanted.length === 0 || wanted.includes(given.priority ?? priorities.usual)) &&
    tags.every((tag) => given.tags?.includes(tag))
}

const everything: Passes = () => true
