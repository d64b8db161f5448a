// Describes the fields of the calls that sign people up and invite them.

/** Descriptions of fields, by name. */
export const signUpDescriptions: Record<string, string> = {
  invite: 'The secret of an invitation: what its link carries after `invite=`.',
  invited_by: 'Name or email address of the person who invited.',
  'sendInvite.email': 'The address that is invited, and that alone can sign up with the link.',
  'sendInvite.send': 'False makes a link without sending an email.',
  'sendInvite.url': 'A link for the person. Unlike the one in the email, it does not prove that the address is theirs.',
  'sendInvite.sent': 'Whether an email goes out. False also where the server has no mail server.',
  'Invitation.sent': 'Whether it was emailed.',
  'adminListInvitations.sent': 'Whether it was emailed.',
  'Invitation.state': '`open` until the person has signed up (`used`), it was revoked, or it has expired.',
  'adminListInvitations.by': 'The account that invited.',
  'by.iden': 'Unique identifier of the account that invited.',
  by_invitation: 'Whether only invited people may sign up.',
  handle:
    'The secret of a sign-up that waits for proof of the address. It completes the sign-up with the emailed code, or with the link.',
  'localSignUp.access_token': 'Absent while the address waits for proof.',
  'confirmSignUp.code': 'The six digits of the email, with `handle`.',
  'confirmSignUp.token': 'What the emailed link carries after `confirm=`.',
  'checkSignUp.token': 'What the emailed link carries after `confirm=`.',
  'confirmSignUp.password': 'The password of the account, for a link without the `handle` of its sign-up.',
  'proveEmail.code': 'The six digits of the email.',
  email_unproven: 'True while the user has yet to prove the address: until then the account does not get what others send to it.',
  pro_resumable: 'Whether the cancellation of Pro can be taken back.',
  storage_used: 'Bytes that messages and files use.',
  storage_limit: 'Bytes that they may use. Absent without a limit.',
  texts_sent: 'Number of SMS sent this month.',
  texts_limit: 'Number of SMS per month. Absent without a limit.',
}
