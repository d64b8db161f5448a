import { useStore } from '@nanostores/react'
import { Suspense } from 'react'
import { $alerts, closeAlert } from '../feedback/feedback.ts'
import { lazily } from '../lazily.tsx'

const AlertDialog = lazily(() => import('./AlertDialog.tsx').then((module) => module.AlertDialog), { soon: true })

/** Shows the oldest alert that hasn't been dismissed. */
export function Alerts() {
  const [first] = useStore($alerts)
  return (
    first && (
      <Suspense fallback={null}>
        <AlertDialog key={first.id} {...first} onDismiss={() => closeAlert(first.id)} />
      </Suspense>
    )
  )
}
