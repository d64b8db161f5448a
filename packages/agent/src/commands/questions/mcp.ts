// Serves assistants over the Model Context Protocol: `waypost mcp`.

import type { Session } from '@waypost/client'
import { createPush, listPushes, type Push, Refusal, searchPushes } from '@waypost/protocol'
import type { Command } from 'commander'
import manifest from '../../../package.json' with { type: 'json' }
import { addressOf, findRecipient, type Recipient } from '../../recipient.ts'
import type { SignIn } from '../../settings/settings.ts'
import { withSignedInSession } from '../../sign-in/session.ts'
import { printStatus } from '../../terminal/terminal.ts'
import { UserError } from '../../user-error.ts'
import { addCommand, type Options } from '../command.ts'
import { readTime } from './ask.ts'
import { ownSource } from './own-source.ts'
import { answerTo, sendQuestion, takeBack } from './question.ts'

/** The most pushes that one list or search returns. */
const most = 50
/** In seconds. */
const longestWait = 3_600

/** Adds `waypost mcp`. */
export function addMcp(program: Command): void {
  addCommand(program, 'mcp', 'Serves assistants over the Model Context Protocol, on the standard input and output.', [
    'waypost mcp',
    `claude mcp add waypost -- waypost mcp`,
  ])
    .addHelpText(
      'after',
      `
An assistant may do what the token of this sign-in may do, and nothing else. To give it less, sign in with a limited token:
  $ waypost login --server https://push.example.org --token o.…   (made in the settings, with the scope push:write, push:read or both)`,
    )
    .action(serve)
}

async function serve({ server }: Options): Promise<void> {
  await withSignedInSession(server, async ({ session, signIn }) => {
    // Loaded on demand, since most commands don't need it.
    const [{ McpServer }, { StdioServerTransport }, { z }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('@modelcontextprotocol/server/stdio'),
      import('zod'),
    ])
    const mcp = new McpServer({ name: 'waypost', version: manifest.version })
    const tools = toolsOf(session, signIn)
    const recipient = z
      .string()
      .optional()
      .describe("'me' (the default), the name of a device, an email address, or the name of a person")
    const message = {
      title: z.string().optional(),
      priority: z.number().int().min(1).max(5).optional().describe('1 and 2 are silent, 3 is usual, 5 stays on screen'),
      source: z.string().optional().describe('the name of a source of the user, in place of a recipient'),
      to: recipient,
    }

    mcp.registerTool(
      'send',
      {
        title: 'Send a message',
        description: "Sends a message or a link to the user's devices, to a person, or to one of their sources.",
        inputSchema: z.object({ body: z.string(), url: z.string().optional(), markdown: z.boolean().optional(), ...message }),
      },
      (input) => answered(() => tools.send(input)),
    )
    mcp.registerTool(
      'list',
      {
        title: 'List messages',
        description: "Lists the user's latest messages, the newest first.",
        inputSchema: z.object({ limit: z.number().int().min(1).max(most).optional() }),
        annotations: { readOnlyHint: true },
      },
      (input) => answered(() => tools.list(input.limit)),
    )
    mcp.registerTool(
      'search',
      {
        title: 'Search messages',
        description: 'Finds messages by their words, and by filters such as from:ana, in:phone, has:link, after:2026-03.',
        inputSchema: z.object({ query: z.string(), limit: z.number().int().min(1).max(most).optional() }),
        annotations: { readOnlyHint: true },
      },
      (input) => answered(() => tools.search(input.query, input.limit)),
    )
    mcp.registerTool(
      'ask',
      {
        title: 'Ask the user',
        description:
          'Asks a question with up to three answers as buttons and waits until one is pressed on any device. Without an answer in time the question is ' +
          'taken back.',
        inputSchema: z.object({
          question: z.string(),
          answers: z.array(z.string().min(1)).min(1).max(3).optional().describe('Yes and No without it'),
          seconds: z.number().int().min(1).max(longestWait).optional().describe('how long to wait, 300 without it'),
          ...message,
        }),
      },
      (input, { mcpReq }) => answered(() => tools.ask(input, mcpReq.signal)),
    )

    const closed = new Promise<void>((resolve) => {
      mcp.server.onclose = resolve
      process.stdin.once('end', resolve)
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve())
    })
    await mcp.connect(new StdioServerTransport())
    printStatus(`Serving assistants for ${signIn.account.email} at ${signIn.server}.`)
    await closed
    await mcp.close()
  })
}

interface Message {
  title?: string | undefined
  priority?: number | undefined
  source?: string | undefined
  to?: string | undefined
}

/** The implementation of the tools. Every call is made with the token of the sign-in, so its scopes apply. */
function toolsOf(session: Session, { server, token, device }: SignIn) {
  async function addressed({ to = 'me', source, title, priority }: Message) {
    return {
      ...(title !== undefined && { title }),
      ...(priority !== undefined && { priority }),
      ...(device && { source_device_iden: device }),
      ...(source === undefined ? addressOf(await recipientOf(to)) : { source_iden: await ownSource(session, source) }),
    }
  }

  // An address doesn't need the account's lists, which a limited token may not be allowed to read.
  async function recipientOf(to: string): Promise<Recipient> {
    if (to === 'me') return { type: 'me' }
    return to.includes('@') ? { type: 'person', email: to } : findRecipient(session, to)
  }

  return {
    async send({
      body,
      url,
      markdown,
      ...message
    }: Message & { body: string; url?: string | undefined; markdown?: boolean | undefined }) {
      const sent = await session.call(createPush, {
        type: url === undefined ? 'note' : 'link',
        body,
        ...(url !== undefined && { url }),
        ...(markdown && { markdown }),
        ...(await addressed(message)),
      })
      return { sent: brief(sent) }
    },
    async list(limit = 20) {
      const { pushes } = await session.call(listPushes, { active_only: true, limit })
      return { messages: pushes.toSorted((one, other) => other.created - one.created).map(brief) }
    },
    async search(q: string, limit = 20) {
      const { pushes } = await session.call(searchPushes, { q, limit, zone: -new Date().getTimezoneOffset() })
      return { messages: pushes.map(brief) }
    },
    async ask(
      {
        question,
        answers = ['Yes', 'No'],
        seconds = 300,
        ...message
      }: Message & {
        question: string
        answers?: string[] | undefined
        seconds?: number | undefined
      },
      signal: AbortSignal,
    ) {
      const asked = await sendQuestion(session, { body: question, answers, ...(await addressed(message)) })
      const outcome = await answerTo(session, asked, { server, token, timeout: readTime(`${seconds}s`), signal })
      if ('answer' in outcome) return { answer: outcome.answer }
      if (outcome.ended !== 'deleted') await takeBack(session, asked)
      return { answer: null, because: outcome.ended }
    },
  }
}

/** The fields of a push that an assistant sees. */
const brief = ({
  iden,
  created,
  direction,
  type,
  title,
  body,
  url,
  file_name,
  sender_name,
  receiver_email,
  source_iden,
}: Push) => ({
  iden,
  sent: new Date(created * 1_000).toISOString(),
  direction,
  type,
  title,
  body,
  url,
  file_name,
  from: sender_name,
  to: direction === 'outgoing' ? receiver_email : undefined,
  source_iden,
})

/** A refusal is returned as a result that the assistant can read. */
async function answered(work: () => Promise<object>) {
  try {
    return { content: [{ type: 'text' as const, text: JSON.stringify(await work()) }] }
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof UserError)) throw error
    return { content: [{ type: 'text' as const, text: error.message }], isError: true }
  }
}
