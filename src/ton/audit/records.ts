// The audit of orders on a chain by what the store has of them; what the chain says itself is compared in `chain.ts`.
import type { ChainRecord, ChainRecordsCheck } from '../../ports/chain-orders.ts';
import { OrdersCheck } from './orders.ts';
import { SendsCheck } from './sends.ts';

export class RecordsCheck implements ChainRecordsCheck {
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
