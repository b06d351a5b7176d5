// Opcodes of TEP-74, TEP-89 and STON.fi's contracts.

export const JETTON = {
  transfer: 0x0f8a7ea5,
  internalTransfer: 0x178d4519,
  transferNotification: 0x7362d09c,
  excesses: 0xd53276db,
  burn: 0x595f07bc,
  burnNotification: 0x7bdd97de,
  provideWalletAddress: 0x2c76b973,
  takeWalletAddress: 0xd1735400,
} as const;

/** STON.fi v1: CRC-32 of the names. */
export const V1 = {
  swap: 0x25938561,
  provideLp: 0xfcf9e58f,
  addLiquidity: 0x3ebe5431,
  cbAddLiquidity: 0x56dfeb8a,
  refundMe: 0x0bf3f447,
  directAddLiquidity: 0x4cf82803,
  resetGas: 0x42a0fb43,
  cbRefundMe: 0x89446a42,
  payTo: 0xf93bb43f,
  collectFees: 0x1fcb7d3d,
  setFees: 0x355423e5,
  lock: 0x878f9b0e,
  unlock: 0x6ae4b0ef,
  resetPoolGas: 0xf6aa9737,
  deployPtonWallet: 0x6cc43573,
} as const;

/** STON.fi v2.2 and pTON 2.1: CRC-32 of the TL-B texts without the first bit. */
export const V2 = {
  swap: 0x6664de2a,
  crossSwap: 0x69cf1a5b,
  provideLp: 0x37c096df,
  payTo: 0x657b54f5,
  refundMe: 0x132b9a2c,
  directAddLiquidity: 0x0ff8bfc6,
  collectFees: 0x1ee4911e,
  payVault: 0x63381632,
  depositRefFee: 0x0490f09b,
  withdrawFee: 0x354bcdf4,
  tonTransfer: 0x01f3835d,
  deployPtonWallet: 0x4f5f4313,
  burnNotification: 0x297437cf,
} as const;

/** Exit codes of a pool with a payout, in `pay_to` and, on v1, in the payout itself. */
export const EXIT = {
  swapOk: 0xc64370e5,
  swapOkReferral: 0x45078540,
  swapRefundNoLiquidity: 0x5ffe1295,
  swapRefundReserveError: 0x38976e9b,
  swapRefundExpired: 0x1ec28412,
  swapRefundZeroOut: 0x5f954434,
  swapRefundSlippage: 0x39603190,
  swapPoolLocked: 0x365c484d,
  swapFeeOutOfBounds: 0xa768c0d1,
  burnOk: 0xdda48b6a,
  refundOk: 0xde7dbbc2,
  bounceLocked: 0x0a0dbdcb,
  bounceInvalidRequest: 0x19727ea8,
  bounceInvalidPool: 0x09a8afbf,
  bounceLowGas: 0x8368a711,
  bounceExpired: 0x0f5681d3,
  bounceWrongWorkchain: 0x720f5b17,
} as const;
