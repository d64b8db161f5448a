import { AccessTokens } from './AccessTokens.tsx'
import { ConnectedAccounts } from './ConnectedAccounts.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { ProPlan } from './ProPlan.tsx'
import styles from './Settings.module.css'

/** The account, its providers, signing out and deletion. */
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
