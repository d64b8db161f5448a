import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The result of running another program. */
export interface RunResult {
  /** Undefined if the program couldn't be started, timed out or was killed by a signal. */
  code: number | undefined
  output: string
  errorOutput: string
}

interface RunOptions {
  input?: string
  env?: Record<string, string>
  /** In milliseconds. */
  timeout?: number
  /** The program is killed if its output is longer, in bytes. */
  maxBytes?: number
}

/** Runs a program without a shell and returns its result. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const { input, env = {}, timeout = 10_000, maxBytes = 4_000_000 } = options
  return new Promise((resolve) => {
    // Clipboard programs leave a background process behind, which would keep a pipe open.
    const stdio = ['pipe', input === undefined ? 'pipe' : 'ignore', input === undefined ? 'pipe' : 'ignore'] as const
    const child = spawn(program, args, { stdio: [...stdio], env: { ...process.env, ...env }, windowsHide: true })
    const pieces: Buffer[] = []
    let size = 0
    let errorOutput = ''
    const timer = setTimeout(() => child.kill('SIGKILL'), timeout)
    child.stdout?.on('data', (piece: Buffer) => {
      size += piece.length
      if (size > maxBytes) child.kill('SIGKILL')
      else pieces.push(piece)
    })
    child.stderr?.on('data', (piece: Buffer) => {
      if (errorOutput.length < 10_000) errorOutput += piece.toString()
    })
    const settle = (code: number | null) => {
      clearTimeout(timer)
      resolve({ code: code ?? undefined, output: Buffer.concat(pieces).toString(), errorOutput: errorOutput.trim() })
    }
    child.on('error', () => settle(null))
    child.on('close', settle)
    // A program that doesn't read its input may close it early.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input ?? '')
  })
}

/** Returns the first of these programs that is installed, or undefined. */
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
