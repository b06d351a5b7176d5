// Sends messages from one of the devnet's own wallets.
import { type Address, type Cell, getMethodId } from '@ton/core';
import type { Chain, Sent } from '../chain/chain.ts';
import { externalBoc, signedBody } from '../contracts/wallet-v5.ts';
import type { Keyed } from './keys.ts';

const VALID_S = 60;

export class Signer {
  readonly #chain: Chain;
  /** Derived on first use, because a mnemonic takes a tenth of a second. */
  readonly #key: () => Promise<Keyed>;
  #keyed: Promise<Keyed> | undefined;
  /** Serializes sends: the seqno must have advanced before the next one is signed. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(chain: Chain, key: () => Promise<Keyed>) {
    this.#chain = chain;
    this.#key = key;
  }

  send(messages: readonly Cell[]): Promise<Sent> {
    const sent = this.#turn.then(() => this.#send(messages));
    this.#turn = sent.catch(() => {});
    return sent;
  }

  async #send(messages: readonly Cell[]): Promise<Sent> {
    this.#keyed ??= this.#key();
    const { wallet, keys } = await this.#keyed;
    const validUntilS = this.#chain.nowS() + VALID_S;
    const body = signedBody(wallet, {
      secretKey: keys.secretKey,
      seqno: await this.#seqno(wallet.address),
      validUntilS,
      messages,
    });
    return this.#chain.send(externalBoc(wallet, body, { deploys: false }));
  }

  async #seqno(address: Address): Promise<number> {
    const outcome = await this.#chain.get(address, getMethodId('seqno'), []);
    const [seqno] = outcome?.stack ?? [];
    if (seqno?.type !== 'int') throw new Error('the wallet does not say its number');
    return Number(seqno.value);
  }
}
