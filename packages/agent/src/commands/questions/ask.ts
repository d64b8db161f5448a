import { actionsPerMessage, priorities } from '@waypost/protocol'
import { type Command, InvalidArgumentError } from 'commander'
import { addressOf, findRecipient, toHelp } from '../../recipient.ts'
import { withSignedInSession } from '../../sign-in/session.ts'
import { plain, print, printJson, printStatus } from '../../terminal/terminal.ts'
import { addCommand, type Options } from '../command.ts'
import { ownSource } from './own-source.ts'
import { answerTo, sendQuestion, takeBack } from './question.ts'

/** Exit codes besides the index of the answer, following GNU `timeout`. */
const exits = { timeout: 124, failed: 125, stopped: 130 }

interface AskOptions extends Options {
  title?: string
  actions: string[]
  timeout?: number
  to: string
  source?: string
  priority?: number
}

/** Adds `waypost ask`. */
export function addAsk(program: Command): void {
  addCommand(program, 'ask', 'Asks a question and waits until an answer is pressed on any device.', [
    'waypost ask "Deploy to production?" && ./deploy.sh',
    'waypost ask "Which branch?" --actions main,next,none --timeout 10m',
    'waypost ask "Restart the server?" --to ana --priority high',
  ])
    .argument('<words...>', 'the question')
    .option('--title <title>', 'a title')
    .option('--actions <answers>', `up to ${actionsPerMessage} answers, with commas between`, readAnswers, ['Yes', 'No'])
    .option('--timeout <time>', 'how long to wait, e.g. 30s, 10m, 2h; forever by default', readTime)
    .option('--to <recipient>', toHelp, 'me')
    .option('--source <name>', 'asks in the conversation of one of your sources')
    .option('--priority <priority>', 'min, low, usual, high or max', readPriority)
    .addHelpText(
      'after',
      `
It prints the answer, and its exit code is the place of the answer: 0 for the first, 1 for the second, 2 for the third. Without an answer in time
it is ${exits.timeout}; ${exits.failed} if it could not ask. The question is taken back then.`,
    )
    .action(ask)
}

async function ask(words: readonly string[], options: AskOptions): Promise<void> {
  process.exitCode = exits.failed
  await withSignedInSession(options.server, async ({ session, signIn }) => {
    const where =
      options.source === undefined
        ? addressOf(await findRecipient(session, options.to))
        : { source_iden: await ownSource(session, options.source) }
    const question = await sendQuestion(session, {
      body: words.join(' '),
      answers: options.actions,
      ...where,
      ...(options.title !== undefined && { title: options.title }),
      ...(options.priority !== undefined && { priority: options.priority }),
      ...(signIn.device && { source_device_iden: signIn.device }),
    })
    const stopped = new AbortController()
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort())
    const { server, token } = signIn
    const outcome = await answerTo(session, question, { server, token, timeout: options.timeout, signal: stopped.signal })
    if ('answer' in outcome) {
      if (options.json) printJson(outcome.push)
      else print(plain(outcome.answer))
      process.exitCode = options.actions.indexOf(outcome.answer)
      return
    }
    if (outcome.ended !== 'deleted') await takeBack(session, question)
    printStatus(sentences[outcome.ended])
    process.exitCode = outcome.ended === 'stopped' ? exits.stopped : exits.timeout
  })
}

const sentences = {
  timeout: 'No one answered in time.',
  deleted: 'The question was deleted.',
  stopped: 'The question was taken back.',
}

function readAnswers(text: string): string[] {
  const answers = text.split(',').map((answer) => answer.trim())
  if (answers.some((answer) => answer === '') || answers.length > actionsPerMessage || new Set(answers).size < answers.length)
    throw new InvalidArgumentError(`Give up to ${actionsPerMessage} different answers with commas between, e.g. Yes,No.`)
  return answers
}

const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
/** The maximum of a timer, in milliseconds. */
const longest = 24 * 86_400_000

/** Parses a duration into milliseconds. @throws InvalidArgumentError */
export function readTime(text: string): number {
  const [, count = '', unit = 's'] = /^(\d{1,9})(ms|s|m|h|d)?$/.exec(text.trim()) ?? []
  const milliseconds = Number(count) * (units[unit] ?? 0)
  if (count === '' || milliseconds <= 0 || milliseconds > longest)
    throw new InvalidArgumentError('Give a time such as 30s, 10m or 2h, at most 24d.')
  return milliseconds
}

/** @throws InvalidArgumentError */
function readPriority(text: string): number {
  const priority = priorities[text.trim().toLowerCase() as keyof typeof priorities]
  if (priority === undefined) throw new InvalidArgumentError(`Give one of ${Object.keys(priorities).join(', ')}.`)
  return priority
}
