import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What became of another program. */
export interface RunResult {
  /** 0 = it did what it was asked to; undefined when it could not be started, did not end in time or was ended by a signal. */
  code: number | undefined
  output: string
  /** What it said about its work. */
  words: string
}

interface RunOptions {
  input?: string
  env?: Record<string, string>
  /** Milliseconds until it is ended. */
  patience?: number
  /** The most that is read of its output, in bytes. */
  most?: number
}

/** Runs a program to its end. None of the arguments goes through a shell. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const { input, env = {}, patience = 10_000, most = 4_000_000 } = options
  return new Promise((resolve) => {
    // A program that leaves another one behind, as clipboard programs do, would keep a pipe of its output open for as long.
    const stdio = ['pipe', input === undefined ? 'pipe' : 'ignore', input === undefined ? 'pipe' : 'ignore'] as const
    const child = spawn(program, args, { stdio: [...stdio], env: { ...process.env, ...env }, windowsHide: true })
    const pieces: Buffer[] = []
    let size = 0
    let words = ''
    const timer = setTimeout(() => child.kill('SIGKILL'), patience)
    child.stdout?.on('data', (piece: Buffer) => {
      size += piece.length
      if (size > most) child.kill('SIGKILL')
      else pieces.push(piece)
    })
    child.stderr?.on('data', (piece: Buffer) => {
      if (words.length < 10_000) words += piece.toString()
    })
    const settle = (code: number | null) => {
      clearTimeout(timer)
      resolve({ code: code ?? undefined, output: Buffer.concat(pieces).toString(), words: words.trim() })
    }
    child.on('error', () => settle(null))
    child.on('close', settle)
    // A program that does not read its input may end before it got all of it.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input ?? '')
  })
}

/** The first of these programs that this machine has. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : ['']
  return names.find((name) => folders.some((folder) => endings.some((ending) => isProgram(join(folder, name + ending)))))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
