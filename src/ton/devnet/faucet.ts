// Gives TON and the devnet's own tokens to whoever asks.
import { internal } from '@ton/core';
import { parseDecimal } from '../../core/maths/decimal.ts';
import { messageCell } from '../wallets/wallet-v5.ts';
import type { Signer } from './genesis/signer.ts';
import type { DevnetInfo } from './info.ts';
import { type Answer, errorOf, Refusal, resultOf } from './toncenter/answer.ts';
import { address, fail, type Params, requiredText } from './toncenter/params.ts';

/** In whole tokens; a thousand such requests do not empty the purse. */
const MOST = 1_000_000n;
const TON_DECIMALS = 9;

export class Faucet {
  readonly #signer: Signer;

  constructor(signer: Signer, _info: DevnetInfo) {
    this.#signer = signer;
  }

  async give(params: Params): Promise<Answer> {
    try {
      const to = address(params);
      const amount = amountOf(params, TON_DECIMALS);
      // An account without code would send it back.
      const sent = await this.#signer.send([messageCell(internal({ to, value: amount, bounce: false }))]);
      if ('refused' in sent) throw new Refusal(500, `the faucet's wallet refused: ${sent.refused.error}`);
      return resultOf({ address: to.toString(), amount: amount.toString(), hash: sent.hash.toString('base64') });
    } catch (error) {
      if (error instanceof Refusal) return errorOf(error);
      throw error;
    }
  }
}

function amountOf(params: Params, decimals: number): bigint {
  const amount = parseDecimal(requiredText(params, 'amount'), decimals, MOST * 10n ** BigInt(decimals));
  const isGood = typeof amount === 'bigint' && amount > 0n;
  return isGood
    ? amount
    : fail(new Refusal(422, `amount: must be above 0, at most ${MOST}, with at most ${decimals} decimal places`));
}
