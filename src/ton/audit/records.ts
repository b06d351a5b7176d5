// The audit of chain requests by the store's records alone; `chain.ts` compares them with the chain.
import type { ChainRecord, ChainRecordsCheck } from '../../ports/chain-requests.ts';
import { RequestsCheck } from './requests.ts';
import { SendsCheck } from './sends.ts';

export class RecordsCheck implements ChainRecordsCheck {
  readonly #sends = new SendsCheck();
  readonly #requests = new RequestsCheck(this.#sends);

  get requests(): number {
    return this.#requests.requests;
  }

  add(record: ChainRecord): string | undefined {
    if ('wallet' in record) return void this.#sends.addWallet(record.wallet);
    return 'send' in record ? this.#sends.addSend(record.send) : this.#requests.add(record.request);
  }

  finish(): string | undefined {
    return this.#sends.finish() ?? this.#requests.finish();
  }
}
