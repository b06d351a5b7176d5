// The faucet: pays TON from a well-funded wallet, and mints the devnet's own tokens.
import { Address, type Cell, internal } from '@ton/core';
import { messageCell } from './contracts/wallet-v5.ts';
import { mintTo } from './genesis/market.ts';
import type { Signer } from './genesis/signer.ts';
import type { DevnetInfo } from './info.ts';
import { type Answer, errorOf, Refusal, resultOf } from './toncenter/answer.ts';
import { address, fail, optionalText, type Params, requiredText } from './toncenter/params.ts';

/** The most TON of one request; the wallet has a billion TON, enough for almost a hundred thousand such requests. */
const MOST = 10_000n;
const MOST_TOKENS = 1_000_000_000n;
const FOR_MINTING = 200_000_000n;
const TON = { symbol: 'TON', decimals: 9 };

export class Faucet {
  readonly #signers: { readonly faucet: Signer; readonly admin: Signer };
  readonly #info: DevnetInfo;

  constructor(signers: { readonly faucet: Signer; readonly admin: Signer }, info: DevnetInfo) {
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

  /** Pays an amount in the token's smallest unit; returns the hash of the message. */
  async pay(to: Address, amount: bigint, name: string): Promise<string> {
    const token = this.#token(name);
    const sent = await ('address' in token
      ? this.#signers.admin.send([this.#minting(Address.parse(token.address), to, amount)])
      : // Not bounceable, because an account without code would return it.
        this.#signers.faucet.send([messageCell(internal({ to, value: amount, bounce: false }))]));
    if ('refused' in sent) throw new Refusal(500, `the wallet refused: ${sent.refused.error}`);
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

  #minting(minter: Address, to: Address, amount: bigint): Cell {
    const body = mintTo(to, amount, Address.parse(this.#info.admin.address));
    return messageCell(internal({ to: minter, value: FOR_MINTING, body }));
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
