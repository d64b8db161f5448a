/** How PowerShell takes a script as one argument: UTF-16 as base64. */
export function powershell(script: string): string[] {
  return ['-NoProfile', '-NonInteractive', '-EncodedCommand', Buffer.from(script, 'utf16le').toString('base64')]
}
