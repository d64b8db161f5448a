import { AccessTokens } from './AccessTokens.tsx'
import { ConnectedAccounts } from './ConnectedAccounts.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { ProPlan } from './ProPlan.tsx'
import styles from './Settings.module.css'

/** Who this is, and the ways in and out. */
export function AccountTab({ onSignOut }: { onSignOut: () => void }) {
  return (
    <div className={styles.sections}>
      <ConnectedAccounts />
      <ProPlan />
      <AccessTokens onSignOut={onSignOut} />
      <DeleteAccount onSignOut={onSignOut} />
    </div>
  )
}
