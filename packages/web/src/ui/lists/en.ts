import { cancel, deleteIt, deleting, isDeleted } from '../words/en.ts'
import { params } from '../words/fill.ts'

export const removableList = {
  delete: deleteIt,
  cancel: cancel,
  deleting: deleting,
  deleteThis: params('Delete {name}'),
  deleted: params(isDeleted),
}
