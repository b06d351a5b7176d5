// Types for a venue on a chain: settlement of changes, wallets, and messages that the owners of wallets sign themselves.
import type { Account, Amount, TokenAddress } from '../../core/amount.ts';
import type { Command, ReceiptOf } from '../../core/commands/command.ts';
import type { Pair } from '../../core/pool.ts';
import type { SideRecordChange } from '../side-records.ts';

/** How a change was settled on a chain. */
export type Settlement = {
  /** If the change failed: why, as a sentence and as a code. */
  readonly reason?: string;
  readonly reasonCode?: SettlementFault;
  /** Hash, in hex, of the transaction in which the account's wallet sent the messages. */
  readonly transactionHash?: string;
  readonly networkFeeNano?: bigint;
  /** TON that the wallet spent in addition to the amounts traded: network fees, and TON that contracts and referrers kept. */
  readonly tonSpentNano?: bigint;
  /** If liquidity was not provided: the amounts taken back from the LP account, in the order of the receipt. */
  readonly returned?: readonly [Amount, Amount];
};

/** Why a chain has not carried out a command. */
export type SettlementFault =
  /** The contracts refused the command and returned the offered tokens, for one of these reasons. */
  | 'below_minimum'
  | 'output_zero'
  | 'deadline_passed'
  | 'amount_too_large'
  | 'pool_locked'
  | 'router_locked'
  | 'unknown_pool'
  | 'referral_fee_too_high'
  | 'gas_too_low'
  | 'wrong_workchain'
  | 'refused'
  /** A wallet contract bounced the message. */
  | 'bounced'
  /** The wallet never sent the messages, for one of these reasons. */
  | 'not_enough_ton'
  | 'not_sent_in_time'
  /** No LP tokens were minted; the provided tokens are taken back from the LP account. */
  | 'not_provided'
  /** The tokens were sent, and neither a payout nor a refund has arrived. */
  | 'stranded';

/** An account's wallet on a chain. */
export type WalletView = {
  readonly address: string;
  /** `exchange`: the exchange signs with the wallet's key; `owner`: only the wallet's owner can sign. */
  readonly signer: 'exchange' | 'owner';
  readonly balanceNano: bigint;
};

/** A message for a wallet to send, in the form of TON Connect. */
type UnsignedMessage = {
  readonly address: string;
  readonly amount: string;
  /** A bag of cells in base64. */
  readonly payload: string;
  /** Hash of the payload, in hex, by which the message is found on the chain. */
  readonly bodyHash: string;
};

type TakenBack = { readonly amountA: Amount; readonly amountB: Amount };

export type Unsigned = {
  readonly validUntilS: number;
  readonly messages: readonly UnsignedMessage[];
  /** The expected result. */
  readonly receipt: ReceiptOf<Extract<Command, { kind: 'swap' | 'provide' | 'refund' }>>;
  /** Only for a swap: the minimum that the contracts pay, and the TON it is expected to cost for gas, in addition to the amounts traded. */
  readonly minReceived?: Amount;
  readonly tonSpentNano?: bigint;
};

/** Messages that a wallet was asked to send in one transaction. */
export type SentByOwner = Pair & {
  readonly account: Account;
  readonly kind: 'swap' | 'provide' | 'refund';
  readonly bodyHashes: readonly string[];
  /** Time after which the wallet can no longer send the messages; if absent, messages that are never sent stay pending for ever. */
  readonly validUntilS?: number;
};

export type Followed = Settlement & {
  readonly status: 'pending' | 'completed' | 'failed';
  /** The amounts received of both tokens, in the order of the pair. */
  readonly amounts?: readonly [Amount, Amount];
  /** LP tokens that were minted. */
  readonly lpTokens?: Amount;
  /** True if providing failed and the tokens stay in the LP account until their owner takes them back. */
  readonly isStaged?: boolean;
};

/** A signature that proves the ownership of a wallet, in the form of TON Connect. */
export type WalletProof = {
  readonly address: string;
  readonly walletStateInit?: string;
  readonly proof: {
    readonly timestamp: number | string;
    readonly domain: { readonly lengthBytes: number; readonly value: string };
    readonly signature: string;
    readonly payload: string;
  };
};

export interface WalletSignIns {
  /** Creates a payload for the wallet to sign. It is valid for 15 minutes, on every node, and can be used once. */
  payload(): Promise<string>;
  /** Checks a proof. Returns the wallet's account and `use`, which marks the payload as used; or why the proof is invalid. */
  check(
    proof: WalletProof,
    domains: readonly string[],
  ): Promise<
    { readonly account: Account; use(): Promise<SideRecordChange | undefined> } | { readonly refusal: string }
  >;
}

/** Additional interface of a venue on a chain: wallets, and messages that their owners sign themselves. */
export interface VenueWallets {
  readonly signIns: WalletSignIns;
  /** The address that holds and receives the account's tokens; null if the account has no wallet. */
  addressOf(account: Account): Promise<string | null>;
  wallet(account: Account): Promise<WalletView>;
  /** The address of an owner's wallet of a jetton; refuses if there is no such jetton. */
  jettonWallet(jetton: TokenAddress, owner: Account): Promise<string>;
  /** True if an address is in the form for test networks and the venue is not on a test network. */
  isForOtherNetwork(address: string): boolean;
  /** Builds messages for the owner to sign; the account must be the address of a wallet. */
  build(command: Extract<Command, { kind: 'swap' | 'provide' | 'refund' }>): Promise<Unsigned>;
  /**
   * Builds messages that take back the tokens which providing liquidity left in the wallet's LP account; none if the LP account
   * is empty.
   */
  buildTakeBack(from: Pair & { readonly account: Account }): Promise<Omit<Unsigned, 'receipt'> & TakenBack>;
  /** The outcome of messages that a wallet was asked to send; `pending` also while the wallet has not sent them. */
  follow(sent: SentByOwner): Promise<Followed>;
}
