// The faucet: pays TON from a well-funded wallet, and mints the devnet's own tokens.
import { Address, internal } from '@ton/core';
import type { Chain } from './chain/chain.ts';
import { addressOf, jettonWalletInit } from './contracts/init.ts';
import { messageCell } from './contracts/wallet-v5.ts';
import { mintTo } from './genesis/market.ts';
import type { Signer } from './genesis/signer.ts';
import type { DevnetInfo } from './info.ts';
import { hasArrived } from './payment.ts';
import { type Answer, errorOf, Refusal, resultOf } from './toncenter/answer.ts';
import { address, fail, optionalText, type Params, requiredText } from './toncenter/params.ts';

/** The most TON of one request; the wallet has a billion TON, enough for almost a hundred thousand such requests. */
const MOST = 10_000n;
const MOST_TOKENS = 1_000_000_000n;
const FOR_MINTING = 200_000_000n;
const TON = { symbol: 'TON', decimals: 9 };
/** The chain writes amounts in 120 bits. */
const LARGEST = (1n << 120n) - 1n;

export class Faucet {
  readonly #chain: Chain;
  readonly #signers: { readonly faucet: Signer; readonly admin: Signer };
  readonly #info: DevnetInfo;

  constructor(chain: Chain, signers: { readonly faucet: Signer; readonly admin: Signer }, info: DevnetInfo) {
    this.#chain = chain;
    this.#signers = signers;
    this.#info = info;
  }

  /** Handles a request `{ address, token?, amount }`: the amount is in whole tokens, the token is a symbol or an address. */
  async give(params: Params): Promise<Answer> {
    try {
      const to = address(params);
      const token = this.#token(optionalText(params, 'token') ?? TON.symbol);
      const amount = amountOf(params, token);
      const hash = await this.pay(to, amount, token.symbol);
      return resultOf({ address: to.toString(), token: token.symbol, amount: amount.toString(), hash });
    } catch (error) {
      if (error instanceof Refusal) return errorOf(error);
      throw error;
    }
  }

  /** Pays an amount in the token's smallest unit; returns the hash of the message when the payment has arrived. */
  async pay(to: Address, amount: bigint, name: string): Promise<string> {
    const token = this.#token(name);
    if (typeof amount !== 'bigint' || amount <= 0n || amount > LARGEST)
      throw new Refusal(422, `amount: must be a bigint from 1 to ${LARGEST}`);
    const { signer, path, message } =
      'address' in token ? this.#minting(token.address, to, amount) : this.#ton(to, amount);
    const held = path.find((account) => this.#chain.isHeld(account));
    if (held) throw new Refusal(409, `nothing was paid: messages to ${held} are held`);
    const sent = await signer.send([messageCell(message)]);
    if ('refused' in sent) throw new Refusal(500, `nothing was paid: the wallet refused: ${sent.refused.error}`);
    await this.#chain.until(() => hasArrived(this.#chain, { path, lt: sent.lt }));
    return sent.hash.toString('base64');
  }

  #token(name: string) {
    if (name.toUpperCase() === TON.symbol) return TON;
    const found = this.#info.tokens.find(
      ({ symbol, address }) => symbol === name.toUpperCase() || isSame(address, name),
    );
    const known = [TON, ...this.#info.tokens].map(({ symbol }) => symbol).join(', ');
    return found ?? fail(new Refusal(422, `token: must be one of ${known}, or the address of one`));
  }

  #ton(to: Address, value: bigint) {
    // Not bounceable, because an account without code would return it.
    const message = internal({ to, value, bounce: false });
    return { signer: this.#signers.faucet, path: [Address.parse(this.#info.faucet.address), to], message };
  }

  #minting(token: string, to: Address, amount: bigint) {
    const [minter, admin] = [Address.parse(token), Address.parse(this.#info.admin.address)];
    const path = [admin, minter, addressOf(jettonWalletInit({ owner: to, minter }))];
    const message = internal({ to: minter, value: FOR_MINTING, body: mintTo(to, amount, admin) });
    return { signer: this.#signers.admin, path, message };
  }
}

function isSame(address: string, given: string): boolean {
  try {
    return Address.parse(address).equals(Address.parse(given));
  } catch {
    return false;
  }
}

function amountOf(
  params: Params,
  { symbol, decimals }: { readonly symbol: string; readonly decimals: number },
): bigint {
  const most = symbol === TON.symbol ? MOST : MOST_TOKENS;
  const amount = parseDecimal(requiredText(params, 'amount'), decimals);
  return amount !== undefined && amount > 0n && amount <= most * 10n ** BigInt(decimals)
    ? amount
    : fail(new Refusal(422, `amount: must be above 0, at most ${most}, with at most ${decimals} decimal places`));
}

const DECIMAL = /^(\d{1,64})(?:\.(\d{1,64}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** The value of a decimal in units of 10^-decimals; undefined if it is no decimal or has more places. */
function parseDecimal(text: string, decimals: number): bigint | undefined {
  const [, whole, fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const [digits, shift] = [BigInt(whole + fraction), decimals + Number(exponent) - fraction.length];
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const unit = 10n ** BigInt(-shift);
  return digits % unit === 0n ? digits / unit : undefined;
}
