// Tests that inspect the built web client find it in packages/web/dist, up to date with its sources.
export { buildWeb } from '../prepare.mjs'
