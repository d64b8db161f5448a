import { createInterface } from 'node:readline/promises'
import { plain } from './terminal.ts'

interface Terminal {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
}

/**
 * Asks a question and waits for a line. The question goes to stderr, so the command's output can be redirected.
 * @returns the trimmed line; undefined at the end of input (Ctrl+D) or on Ctrl+C
 */
export async function askOnTerminal(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<string | undefined> {
  const lines = createInterface({ input, output })
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
  lines.once('close', () => resolve(undefined))
  lines.question(plain(question)).then(resolve, (error: NodeJS.ErrnoException) => {
    // Ctrl+D and Ctrl+C on a terminal.
    if (error.code === 'ABORT_ERR') resolve(undefined)
    else reject(error)
  })
  try {
    const line = await promise
    // Otherwise the next output would continue the line of the question.
    if (line === undefined) output.write('\n')
    return line?.trim()
  } finally {
    lines.close()
  }
}

const keys = { end: '\u0004', stop: '\u0003', erase: ['\b', '\u007f'], eraseAll: '\u0015', done: ['\r', '\n'] }

/** Asks on the terminal without showing what is typed. @returns undefined on Ctrl+C, or on Ctrl+D before anything is typed */
export function askHidden(
  question: string,
  { input, output }: { input: NodeJS.ReadStream; output: NodeJS.WritableStream } = {
    input: process.stdin,
    output: process.stderr,
  },
): Promise<string | undefined> {
  output.write(question)
  input.setRawMode(true)
  input.setEncoding('utf8')
  input.resume()
  return new Promise((resolve) => {
    let text = ''
    const end = (answer: string | undefined) => {
      input.off('data', hear)
      input.setRawMode(false)
      input.pause()
      output.write('\n')
      resolve(answer)
    }
    const hear = (typed: string) => {
      for (const key of typed) {
        if (key === keys.stop || (key === keys.end && text === '')) return end(undefined)
        if (keys.done.includes(key) || key === keys.end) return end(text)
        if (keys.erase.includes(key)) text = [...text].slice(0, -1).join('')
        else if (key === keys.eraseAll) text = ''
        else text += key
      }
    }
    input.on('data', hear)
  })
}
