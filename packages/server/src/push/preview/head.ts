import { Tokenizer } from 'htmlparser2'

/**
 * Returns a function that takes each piece of a page, and returns true once its head has ended: after `</head>` or `<body`. Tags may be
 * split between pieces; those in scripts, comments and attributes don't count.
 */
export function headEnds(): (piece: Buffer) => boolean {
  let isOver = false
  /** The end of the pieces so far, which may have the beginning of a name. */
  let text = ''
  let textAt = 0
  const name = (start: number, end: number) => text.slice(start - textAt, end - textAt).toLowerCase()
  const ignore = () => {}
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname: (start, end) => {
        if (end - start === 4 && name(start, end) === 'body') isOver = true
      },
      onclosetag: (start, end) => {
        if (end - start === 4 && name(start, end) === 'head') isOver = true
      },
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onattribname: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
      ontext: ignore,
      ontextentity: ignore,
    },
  )
  return (piece) => {
    // Tags are ASCII in all encodings of web pages except UTF-16, whose pages are read to the limit.
    const added = piece.toString('latin1')
    const kept = text.slice(-8)
    textAt += text.length - kept.length
    text = kept + added
    tokenizer.write(added)
    return isOver
  }
}
