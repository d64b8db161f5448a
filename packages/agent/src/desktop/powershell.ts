/** Encodes a script as one argument of PowerShell: UTF-16 in base64. */
export function powershell(script: string): string[] {
  return ['-NoProfile', '-NonInteractive', '-EncodedCommand', Buffer.from(script, 'utf16le').toString('base64')]
}
