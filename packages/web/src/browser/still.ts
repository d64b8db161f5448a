/** Marks a page without `theme.js`, such as the widget, for reduced motion if the system asks for that. */
export function markStill(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) document.documentElement.dataset.motion = 'less'
}
