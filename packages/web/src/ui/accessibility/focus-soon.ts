/** Frames in which it has to be drawn. */
const patience = 60

/** Focuses an element once it is there: after a call, it is drawn a frame later, and on a busy machine more than one. */
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
