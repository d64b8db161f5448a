/** The number of frames within which it has to be drawn. */
const patience = 60

/** Focuses an element as soon as it exists: it is drawn a frame after the call, and on a busy machine even later. */
export function focusSoon(find: () => HTMLElement | null | undefined, tries = patience): void {
  requestAnimationFrame(() => {
    const element = find()
    if (element) element.focus()
    else if (tries > 0) focusSoon(find, tries - 1)
  })
}

/** The same, unless something else has the focus by then. */
export function focusIfLost(find: () => HTMLElement | null | undefined): void {
  focusSoon(() => {
    const element = find()
    const { activeElement } = document
    return element && activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : element
  })
}
