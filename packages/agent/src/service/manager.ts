// Declares how the companion is installed as a service; each platform has its own implementation.

/** The command that the service runs. */
export interface ServiceCommand {
  /** Without line breaks. */
  args: readonly [string, ...string[]]
  env: Readonly<Record<string, string>>
}

/** Runs a program whenever the user is signed in. Each step is logged. */
export interface ServiceManager {
  /** Replaces an earlier one. @throws UserError */
  install(command: ServiceCommand, log: (line: string) => void): Promise<void>
  /** @returns whether it was installed. @throws UserError */
  uninstall(log: (line: string) => void): Promise<boolean>
}

/** Formats the last line of a program's output as part of a sentence. */
export function because(errorOutput: string): string {
  const line = errorOutput
    .split('\n')
    .at(-1)
    ?.trim()
    .replace(/[.\s]+$/, '')
  return line ? ` (${line})` : ''
}
