// The audit of chain orders by the store's records alone; `chain.ts` compares them with the chain.
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
