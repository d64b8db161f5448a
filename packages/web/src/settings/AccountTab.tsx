import { useStore } from '@nanostores/react'
import { $server } from '../browser/server-facts.ts'
import { useFactors } from '../sign-in/use-factors.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { ConnectedAccounts } from './ConnectedAccounts.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { EmailAddress } from './EmailAddress.tsx'
import { OneTimeCodes } from './factors/OneTimeCodes.tsx'
import { Passkeys } from './factors/Passkeys.tsx'
import { Privacy } from './Privacy.tsx'
import { Profile } from './Profile.tsx'
import { ProPlan } from './ProPlan.tsx'
import { SecurityEvents } from './SecurityEvents.tsx'
import { AccessTokens } from './tokens/AccessTokens.tsx'
import { SessionList } from './tokens/SessionList.tsx'
import { Usage } from './Usage.tsx'

/** The account: profile, address, providers, password, tokens and deletion. */
export function AccountTab({ onSignOut }: { onSignOut: () => void }) {
  const { localOff } = useStore($server)
  const factors = useFactors()
  return (
    <Stack gap={4}>
      <Profile />
      <Privacy />
      <EmailAddress {...factors} />
      <ConnectedAccounts />
      {!localOff && <ChangePassword {...factors} />}
      <OneTimeCodes {...factors} />
      {!localOff && <Passkeys {...factors} />}
      <ProPlan />
      <Usage />
      <SessionList />
      <AccessTokens onSignOut={onSignOut} />
      <SecurityEvents />
      <DeleteAccount onSignOut={onSignOut} />
    </Stack>
  )
}
