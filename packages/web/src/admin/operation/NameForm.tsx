import { useStore } from '@nanostores/react'
import { serverNameLength, serverPictureBytes } from '@waypost/protocol'
import { useState } from 'react'
import { squareOf } from '../../browser/files/contents.ts'
import { chooseFiles } from '../../browser/files/files.ts'
import topic from '../../page/topics/Topic.module.css'
import { Button } from '../../ui/inputs/Button.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { Mark } from '../../ui/Logo.tsx'
import { i18n } from '../../ui/language.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { serverName } from './en.ts'
import styles from './Operation.module.css'
import { SettingForm, type SettingFormProps, useSaving } from './Setting.tsx'

const messages = i18n('server-name', serverName)

/** The side of the picture in pixels: enough for an installed app's icon on most screens, and still a small file. */
const side = 192

/** The form for the server's name and picture. */
export function NameForm({ settings: { server_name, picture }, save }: SettingFormProps) {
  const t = useStore(messages)
  const saving = useSaving(save)
  const [typed, setTyped] = useState<string>()
  // A data URL; empty for the logo.
  const [chosen, setChosen] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const name = typed ?? server_name.value
  const shown = chosen ?? picture.value ?? ''
  const changed = name.trim() !== server_name.value || (chosen !== undefined && chosen !== (picture.value ?? ''))

  async function choose() {
    const [file] = await chooseFiles({ multiple: false })
    if (!file) return
    const square = await squareOf(file, side, serverPictureBytes)
    setWrong(square === undefined)
    if (square !== undefined) setChosen(square)
    saving.touch()
  }

  async function submit() {
    const isDefault = name.trim() === '' || name.trim() === server_name.usual
    const defaults = [...(isDefault ? (['server_name'] as const) : []), ...(chosen === '' ? (['picture'] as const) : [])]
    const changes = { ...(!isDefault && { server_name: name }), ...(chosen && { picture: chosen }) }
    if (!(await saving.submit({ ...changes, ...(defaults.length > 0 && { defaults }) }))) return
    setTyped(undefined)
    setChosen(undefined)
  }

  return (
    <SettingForm saving={saving} label={t.save} changed={changed} onSubmit={() => void submit()}>
      <TextField
        label={t.name}
        value={name}
        maxLength={serverNameLength}
        autoComplete="off"
        dir="auto"
        onChange={({ target }) => {
          setTyped(target.value)
          saving.touch()
        }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot have this layout */}
      <div role="group" aria-label={t.picture}>
        <span className={styles.label}>{t.picture}</span>
        <Row gap={3} wrap className={styles.picture}>
          {shown ? <img src={shown} alt="" /> : <Mark size={64} />}
          <Button onClick={() => void choose()}>{t.choose}</Button>
          {shown && (
            <Button
              kind="quiet"
              onClick={() => {
                setChosen('')
                saving.touch()
              }}
            >
              {t.remove}
            </Button>
          )}
        </Row>
      </div>
      {wrong && (
        <p role="alert" className={topic.trouble}>
          {t.noPicture}
        </p>
      )}
    </SettingForm>
  )
}
