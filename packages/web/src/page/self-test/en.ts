import { sayHelloTo } from '../../ui/words/en.ts'
import { count, params } from '../../ui/words/fill.ts'

export const selfTest = {
  hello: params(sayHelloTo),
  messages: count({ one: '{count} message', other: '{count} messages' }),
}
