// Renders the landing page as markup for the page that the server sends. The build makes one script of this module and its dependencies;
// the server runs it with the facts written into the page, see `packages/server/src/pages/landing.ts`.

import { renderToString } from 'react-dom/server.browser'
import { VisitorFrame } from '../VisitorFrame.tsx'
import { Landing } from './Landing.tsx'

/** HTML that React can hydrate. */
const drawLanding = (): string =>
  renderToString(
    <VisitorFrame>
      <Landing />
    </VisitorFrame>,
  )

// For the server, which runs this as a script.
Object.assign(globalThis, { drawLanding })
