import { Bell, Copy, EyeOff, LogIn, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AlertDialog } from '../../ui/dialogs/AlertDialog.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Button, type ButtonKind, ButtonLink } from '../../ui/inputs/Button.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { Menu } from '../../ui/inputs/Menu.tsx'
import { Dots } from '../../ui/inputs/Spinner.tsx'
import { Tabs } from '../../ui/inputs/Tabs.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { TwoStep } from '../../ui/inputs/TwoStep.tsx'
import { Specimen } from './Specimen.tsx'

const kinds: ButtonKind[] = ['primary', 'secondary', 'quiet', 'danger', 'follow']
const icon = { size: 18, 'aria-hidden': true } as const
const nothing = () => {}
const oneSecond = () => new Promise<void>((resolve) => setTimeout(resolve, 1_000))

/** All controls; the names of some end with the theme, as the page shows each control once per theme. */
export function Controls({ theme }: { theme: string }) {
  return (
    <>
      <Buttons />
      <IconButtons />
      <TextFields />
      <MenuSpecimen theme={theme} />
      <Specimen name="TwoStep">
        <TwoStep
          words={{ object: `Delete Pixel 8, ${theme}`, confirm: 'Delete', cancel: 'Cancel', busy: 'Deleting...' }}
          focus={false}
          onConfirm={oneSecond}
          onCancel={nothing}
        />
      </Specimen>
      <DialogSpecimen />
      <AlertSpecimen />
      <TabsSpecimen theme={theme} />
      <Specimen name="Spinner">
        <Dots />
      </Specimen>
    </>
  )
}

function Buttons() {
  return (
    <Specimen name="Button">
      {kinds.map((kind) => (
        <Button key={kind} kind={kind}>
          {kind}
        </Button>
      ))}
      <Button icon={<LogIn {...icon} />}>With an icon</Button>
      <Button kind="primary" unavailable>
        Unavailable
      </Button>
      <Button busy>Busy</Button>
      <Button kind="primary" busy icon={<LogIn {...icon} />}>
        Busy with an icon
      </Button>
      <ButtonLink href="/style-guide">A link</ButtonLink>
    </Specimen>
  )
}

function IconButtons() {
  return (
    <Specimen name="IconButton">
      <IconButton label="Copy">
        <Copy {...icon} />
      </IconButton>
      <IconButton label="Copy, small" size="small">
        <Copy {...icon} />
      </IconButton>
      <IconButton label="Copy, unavailable" unavailable>
        <Copy {...icon} />
      </IconButton>
    </Specimen>
  )
}

function TextFields() {
  return (
    <Specimen name="TextField" column>
      <TextField label="Empty" placeholder="Placeholder" />
      <TextField label="With help" help="One sentence that helps." defaultValue="Filled" />
      <TextField label="With an error" error="One sentence that says what to do." defaultValue="ana" />
      <TextField
        label="With a button"
        defaultValue="Filled"
        trailing={
          <IconButton label="Copy">
            <Copy {...icon} />
          </IconButton>
        }
      />
      <TextField label="Disabled" defaultValue="Filled" disabled />
    </Specimen>
  )
}

function MenuSpecimen({ theme }: { theme: string }) {
  const [muted, setMuted] = useState(false)
  return (
    <Specimen name="Menu">
      <Menu
        label={`Menu, ${theme}`}
        heading={<strong>Whose menu it is</strong>}
        items={[
          { label: 'Mute', icon: <Bell {...icon} />, checked: muted, onSelect: () => setMuted(!muted) },
          { label: 'Hide', icon: <EyeOff {...icon} />, onSelect: nothing },
          {
            label: 'Delete',
            icon: <Trash2 {...icon} />,
            danger: true,
            confirm: { object: 'Delete Pixel 8', confirm: 'Delete', cancel: 'Cancel', busy: 'Deleting...' },
            onSelect: oneSecond,
          },
        ]}
        trigger={(props) => <Button {...props}>Open the menu</Button>}
      />
    </Specimen>
  )
}

function DialogSpecimen() {
  const [open, setOpen] = useState(false)
  return (
    <Specimen name="Dialog">
      <Button onClick={() => setOpen(true)}>Open the dialog</Button>
      {open && (
        <Dialog
          title="A question"
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button kind="primary" onClick={() => setOpen(false)}>
                Go on
              </Button>
            </>
          }
        >
          <p>One paragraph that says what is at stake.</p>
        </Dialog>
      )}
    </Specimen>
  )
}

function AlertSpecimen() {
  const [open, setOpen] = useState(false)
  return (
    <Specimen name="AlertDialog">
      <Button onClick={() => setOpen(true)}>Open the alert</Button>
      {open && <AlertDialog title="Couldn’t create the token. Try again." body="Not today." onDismiss={() => setOpen(false)} />}
    </Specimen>
  )
}

function TabsSpecimen({ theme }: { theme: string }) {
  const [tab, setTab] = useState('account')
  return (
    <Specimen name="Tabs" column>
      <Tabs
        label={`Tabs, ${theme}`}
        tabs={['account', 'history', 'devices', 'conversations', 'blocked people', 'connected apps'].map((key) => ({
          key,
          label: key,
        }))}
        current={tab}
        onSelect={setTab}
      >
        <p>The panel of {tab}.</p>
      </Tabs>
    </Specimen>
  )
}
