// The audit of orders on a chain by what the store has of them; what the chain says itself is compared in `chain.ts`.
import type { ChainRecord } from '../../ports/chain-orders.ts';
import { OrdersCheck } from './orders.ts';
import { SendsCheck } from './sends.ts';

/** Takes wallets, sends and orders as a journal has them, and says what is wrong in words. */
export class RecordsCheck {
  readonly #sends = new SendsCheck();
  readonly #orders = new OrdersCheck(this.#sends);

  get orders(): number {
    return this.#orders.orders;
  }

  add(record: ChainRecord): string | undefined {
    if ('wallet' in record) return this.#sends.addWallet(record.wallet);
    return 'send' in record ? this.#sends.addSend(record.send) : this.#orders.add(record.order);
  }

  finish(): string | undefined {
    return this.#sends.finish() ?? this.#orders.finish();
  }
}
