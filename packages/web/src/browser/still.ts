/** Marks a page without `theme.js`, such as the widget, as one in which little is to move, if the system asks for that. */
export function markStill(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) document.documentElement.dataset.motion = 'less'
}
