// The contracts and wallets by which a request's outcome is recognised, storable as JSON: addresses are raw (`0:…`).

/** The wallets of one of the two tokens: the router's, and the user's, which is null for TON. */
export type TokenWallets = { readonly routerWallet: string; readonly userWallet: string | null };

export type Watch = {
  /** `withdraw`: burning LP tokens, or taking back tokens that wait in an LP account (staged). */
  readonly kind: 'swap' | 'provide' | 'withdraw';
  readonly user: string;
  readonly router: string;
  readonly pool: string;
  /** For a swap, first the offered token, then the wanted one. */
  readonly sides: readonly [TokenWallets, TokenWallets];
  /** The user's wallet of the pool's LP tokens; if absent, the tracker asks the pool for it. */
  readonly lpWallet?: string;
};

/** A transfer: TON, or a jetton from one of its wallets to another. */
export type SendWatch = {
  readonly kind: 'send';
  readonly user: string;
  readonly to: string;
  /** The jetton wallets of sender and recipient; null for TON. */
  readonly wallets: readonly [from: string, into: string] | null;
};

export type AnyWatch = Watch | SendWatch;

export type Cost = {
  /** Gas of all transactions after that of the user's wallet. */
  readonly gasUnits: bigint;
  /** Nanotons that the network charged for these transactions and for forwarding their messages. */
  readonly networkFee: bigint;
  /** Nanotons that the user's wallet lost in addition to the amounts traded or sent, without the fee of its own transaction. */
  readonly spentNano: bigint;
};

export type Received = {
  /** In the order of the watch's sides. */
  readonly sides: readonly [bigint, bigint];
  readonly lp: bigint;
};

export type FailureReason =
  /** The router returned what was offered. */
  | 'refunded'
  /** A wallet contract bounced the message: nothing was spent but the network's fee. */
  | 'bounced'
  /** The provided tokens wait in the LP account, for the other token or to be taken back. */
  | 'staged'
  /** Less of a transfer arrived than was sent: an operator must look at it. */
  | 'short'
  /** The user got neither the payout nor a refund: an operator must look at it. */
  | 'stranded';

export type Verdict = { readonly status: 'pending' } | FinalVerdict;

export type FinalVerdict =
  | (Settled & { readonly status: 'completed' })
  | (Settled & { readonly status: 'failed'; readonly reason: FailureReason });

export type Settled = {
  readonly received: Received;
  /** Referral fee that the pool told the router to pay, whether or not it was delivered. */
  readonly refFee: bigint;
  /** The code that pool or router sent with the payout or refund (`EXIT`), or of the contract that bounced the message; null if none. */
  readonly exitCode: number | null;
  readonly cost: Cost;
};
