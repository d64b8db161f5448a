// Draws grey shapes where something will stand, while it loads. Their styles are those of the page before the app runs, in skeleton.css.

/** The outline of some rows of a list. Silent: what loads says so elsewhere. */
export function RowBones() {
  return (
    <div className="bone-rows" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  )
}

/** The outline of some messages. */
export function BubbleBones() {
  return (
    <div className="bone-bubbles" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  )
}

/** The outline of a conversation with its header and its form; `label` says to those who listen what loads. */
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
