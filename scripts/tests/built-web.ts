// Tests that look into the built web client find it in packages/web/dist, as the last change of its sources left it.
export { buildWeb } from '../prepare.mjs'
