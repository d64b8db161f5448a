/** Writes to the clipboard. Returns whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyThroughSelection(text)
  }
}

/** Over plain http, e.g. on a home network, there is no `navigator.clipboard`. */
function copyThroughSelection(text: string): boolean {
  const area = document.createElement('textarea')
  const focused = document.activeElement
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const worked = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return worked
}
