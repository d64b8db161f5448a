// All pages about Pro, which are loaded together.

export { Checkout } from './Checkout.tsx'
export { Pro } from './Pro.tsx'
export { ThankYou } from './ThankYou.tsx'
export { WalletApproval } from './WalletApproval.tsx'
