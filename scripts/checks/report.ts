/** Prints what a check found, or `success`, and sets the exit code. */
export function report(found: string[], success: string) {
  for (const sentence of found) console.log(sentence)
  console.log(found.length === 0 ? success : `${found.length} found`)
  process.exitCode = found.length === 0 ? 0 : 1
}
