// Everything about Pro, fetched when somebody opens one of its pages.

export { Checkout } from './Checkout.tsx'
export { Pro } from './Pro.tsx'
export { ThankYou } from './ThankYou.tsx'
export { WalletApproval } from './WalletApproval.tsx'
