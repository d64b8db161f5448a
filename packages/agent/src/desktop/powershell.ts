/** Returns the powershell.exe arguments that run a script without a profile or prompts (UTF-16LE in Base64). */
export function powershell(script: string): string[] {
  return ['-NoProfile', '-NonInteractive', '-EncodedCommand', Buffer.from(script, 'utf16le').toString('base64')]
}
