import { useEffect, useRef, useState } from 'react'

/** How far outside the window an element may be, in pixels. */
const nearby = '300px'

/** Whether an element has been in or near the window since it was added to the page. Give the element the `ref`. */
export function useSeen<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (seen || !element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: nearby },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [seen])
  return { ref, seen }
}
