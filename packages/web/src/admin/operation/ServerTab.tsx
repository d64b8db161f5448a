// Draws the settings of the server: its name and picture, who may sign up, whether there are plans; and its version.

import { useStore } from '@nanostores/react'
import { Loading } from '../../page/topics/Loading.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { i18n } from '../../ui/language.ts'
import { DomainsForm } from './DomainsForm.tsx'
import { NameForm } from './NameForm.tsx'
import { PlansForm } from './PlansForm.tsx'
import { SignUpForm } from './SignUpForm.tsx'
import { useSettings } from './use-settings.ts'
import { Version } from './Version.tsx'

const messages = i18n('server-tab', {
  name: 'Name and picture',
  nameLead:
    'They stand in the header, in the title of the window, where people sign in, in emails and on the icon of the installed app.',
  signUp: 'Sign-up',
  plans: 'Plans',
})

export function ServerTab() {
  const t = useStore(messages)
  const { loaded, reload, save } = useSettings()
  return (
    <div className={topic.sections}>
      <Topic title={t.name} lead={t.nameLead}>
        <Loading loaded={loaded} onRetry={reload}>
          {(settings) => <NameForm settings={settings} save={save} />}
        </Loading>
      </Topic>
      <Topic title={t.signUp}>
        <Loading loaded={loaded} onRetry={reload}>
          {(settings) => (
            <>
              <SignUpForm settings={settings} save={save} />
              <DomainsForm settings={settings} save={save} />
            </>
          )}
        </Loading>
      </Topic>
      <Topic title={t.plans}>
        <Loading loaded={loaded} onRetry={reload}>
          {(settings) => <PlansForm settings={settings} save={save} />}
        </Loading>
      </Topic>
      <Version />
    </div>
  )
}
