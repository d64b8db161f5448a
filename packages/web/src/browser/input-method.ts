/**
 * While text is composed, Enter, Escape, Tab and the arrows confirm, cancel and choose candidates of the input method: they must not send,
 * save, search or leave. No listener gets such a key, so components needn't care. Call it before adding any other listener.
 */
export function keepInputMethodKeys(): void {
  addEventListener('keydown', (event) => isOfInputMethod(event) && event.stopImmediatePropagation(), { capture: true })
}

/**
 * Whether a key belongs to an input method. Safari reports the confirming key after composition has ended; only its key code, shared by all
 * input method keys, gives it away: https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode
 */
function isOfInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}
