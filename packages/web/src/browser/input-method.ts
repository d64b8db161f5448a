/**
 * While text is composed, Enter, Escape, Tab and the arrows confirm, cancel and choose candidates of the input method: they must not send,
 * save, search or leave. No listener gets such a key, so no component has to know. Call it before any other listens.
 */
export function keepInputMethodKeys(): void {
  addEventListener('keydown', (event) => isOfInputMethod(event) && event.stopImmediatePropagation(), { capture: true })
}

/**
 * Whether a key belongs to an input method. Safari reports the one that confirms when the text is composed already; only its code, that of
 * every key of an input method, tells then: https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode
 */
function isOfInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}
