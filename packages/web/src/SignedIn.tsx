import { useStore } from '@nanostores/react'
import { type Client, openClient } from '@waypost/client'
import { type ReactNode, useEffect, useState } from 'react'
import { agent, signedIn, signOut } from './account/session.ts'
import { $networkUp, $oneColumn, $watched, leaveFor, origin, savedLocally } from './browser.ts'
import { useConnectionStatus } from './page/connection.ts'
import { Header } from './page/Header.tsx'
import { Missing, Starting } from './page/Pane.tsx'
import { Shell } from './page/Shell.tsx'
import { Shortcuts } from './page/Shortcuts.tsx'
import { sectionWords } from './page/sections.ts'
import { useUnreadTitle } from './page/title.ts'
import { Announcements } from './push/Announcements.tsx'
import { Thread } from './push/Thread.tsx'
import { open, type Place, placeOf, remember, remembered, useHash } from './route.ts'
import { ClientContext, useTarget } from './target/client.ts'
import { NewDevice } from './target/NewDevice.tsx'
import { NewPerson } from './target/NewPerson.tsx'
import { nameOf } from './target/name.ts'
import { SearchDialog } from './target/Search.tsx'
import { Sidebar } from './target/Sidebar.tsx'
import { closeBannersOf, showBanner } from './ui/notices.ts'

/** The root page: what a visitor sees, or the main page of an account. */
export function SignedIn({ visitor }: { visitor: ReactNode }) {
  const [account] = useState(signedIn)
  const [client, setClient] = useState<Client>()
  useEffect(() => {
    if (!account) return
    const opened = openClient({ origin: origin(), token: account.api_key, account, saved: savedLocally(), agent })
    const stops = [
      opened.onFailure((failure) => showBanner(failure)),
      opened.onSignedOut((reason) => {
        opened.close()
        opened.erase()
        signOut(reason === 'token' ? '/auth_error?reason=token' : '/auth_error')
      }),
      opened.$connection.listen((connection) => {
        if (connection === 'connected') closeBannersOf('Network Issue')
      }),
      opened.$state.listen((state) => {
        if (typeof state === 'object' && state.failed.code === 'storage_full') leaveFor('/auth_error?reason=localstorage')
      }),
      $watched.listen((watched) => watched && opened.wake()),
      $networkUp.listen((up) => up && opened.wake()),
    ]
    setClient(opened)
    void opened.start()
    return () => {
      for (const stop of stops) stop()
      opened.close()
    }
  }, [account])
  if (!account) return visitor
  return (
    client && (
      <ClientContext value={client}>
        <Panes client={client} />
      </ClientContext>
    )
  )
}

function Panes({ client }: { client: Client }) {
  const words = useStore(sectionWords)
  const account = useStore(client.$account)
  const state = useStore(client.$state)
  const status = useConnectionStatus(client)
  const [searching, setSearching] = useState(false)
  const place = usePlace(client)
  const target = useTarget(place)
  const isNew = place.item === 'new'
  useUnreadTitle(client, target ? nameOf(target) : words[place.section])
  const leave = () => {
    client.close()
    client.erase()
    signOut()
  }
  const search = () => setSearching(true)
  return (
    <>
      <Shell
        place={place}
        status={status}
        header={(title) => <Header account={account} onSignOut={leave} title={title} />}
        sidebar={<Sidebar place={place} onSearch={search} />}
        main={
          state !== 'ready' ? (
            <Starting failed={typeof state === 'object' ? state.failed : undefined} onRetry={() => void client.start()} />
          ) : isNew ? (
            place.section === 'people' ? (
              <NewPerson />
            ) : (
              <NewDevice />
            )
          ) : target ? (
            <Thread target={target} section={place.section} />
          ) : place.item === undefined ? null : (
            <Missing section={place.section} />
          )
        }
      />
      {searching && <SearchDialog onClose={() => setSearching(false)} />}
      <Shortcuts place={place} onSearch={search} />
      <Announcements open={target} />
    </>
  )
}

/** The place of the address; where it names none, or a section only, the one that belongs there. */
function usePlace(client: Client): Place {
  const named = placeOf(useHash())
  const narrow = useStore($oneColumn)
  const devices = useStore(client.target.$devices)
  const section = named?.section ?? 'people'
  const known = remembered(section)
  const usual =
    section === 'people' ? (known ?? 'me') : (devices.find(({ key }) => key === known)?.key ?? devices[0]?.key ?? 'new')
  // With one column a section alone is its list; an empty address is one's own pushes everywhere.
  const item = named ? (named.item ?? (narrow ? undefined : usual)) : 'me'
  const chosen = item === undefined ? { section } : { section, item }
  const settled = named?.item === item
  useEffect(() => {
    if (!settled) open(section, item, { replace: true })
    else if (item !== undefined) remember({ section, item })
  }, [settled, section, item])
  return chosen
}
