/** What is to run, and where its settings are. */
export interface ServiceCommand {
  /** The program and its arguments; none of them has a line break in it. */
  args: readonly [string, ...string[]]
  /** Variables that it needs beside those that the platform gives it. */
  env: Readonly<Record<string, string>>
}

/** How a platform runs a program whenever its owner is signed in. Each says what it did, line by line. */
export interface ServiceManager {
  /** Installs it in place of an earlier one, and starts it. @throws UserError */
  install(command: ServiceCommand, log: (line: string) => void): Promise<void>
  /** @returns whether there was one. @throws UserError */
  uninstall(log: (line: string) => void): Promise<boolean>
}

/** What a program said, as a part of a sentence. */
export function because(words: string): string {
  const line = words
    .split('\n')
    .at(-1)
    ?.trim()
    .replace(/[.\s]+$/, '')
  return line ? ` (${line})` : ''
}
