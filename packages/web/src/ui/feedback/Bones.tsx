// Draws grey placeholders while something loads. Their styles are those of the page before the app runs, in skeleton.css.

/** Placeholders for some rows of a list. Silent: loading is announced elsewhere. */
export function RowBones() {
  return (
    <div className="bone-rows" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  )
}

/** Placeholders for some messages. */
export function BubbleBones() {
  return (
    <div className="bone-bubbles" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  )
}

/** The placeholder of a conversation with its header and its form; `label` tells screen readers what is loading. */
export function ConversationBones({ label }: { label: string }) {
  return (
    <>
      <p role="status" className="hidden-words">
        {label}
      </p>
      <div className="bone-conversation" aria-hidden="true">
        <div className="bone-head">
          <i />
        </div>
        <BubbleBones />
        <div className="bone-field" />
      </div>
    </>
  )
}
