// Signed receipts for callers who ask for one. All that are asked for in one turn of the event loop, as by the callers of one commit, share a signature.
import { sequenceOf } from '../../core/settle/transaction-id.ts';
import type { PublicLog, SignedReceipt, TransactionPlace } from '../../ports/public-log.ts';
import { endOfTurn } from '../../thread/shared-turn.ts';
import type { HttpRequest } from '../door/request.ts';

/** The change is committed already, so its answer does not wait for a log that does not answer. */
const TIMEOUT_MS = 3000;

/** The header is validated with those of all changes. */
export const wantsReceipt = ({ headers }: Pick<HttpRequest, 'headers'>): boolean =>
  headers['signed-receipt'] !== undefined;

export class Receipts {
  readonly #log: Pick<PublicLog, 'receipts' | 'isSigning' | 'unsure'>;
  #turn: { readonly asking: TransactionPlace[]; readonly made: Promise<readonly (SignedReceipt | null)[]> } | undefined;

  constructor(log: Pick<PublicLog, 'receipts' | 'isSigning' | 'unsure'>) {
    this.#log = log;
  }

  /** Null if this node signs none at the moment, or if the transaction is not in the journal, as on a chain. */
  async of(transactionId: string | undefined): Promise<SignedReceipt | null> {
    const sequence = transactionId === undefined ? null : sequenceOf(transactionId);
    // A node that does not know which history was signed last promises nothing.
    if (sequence === null || !this.#log.isSigning || this.#log.unsure !== undefined) return null;
    this.#turn ??= this.#begin();
    const { asking, made } = this.#turn;
    const place = asking.push({ id: transactionId as string, sequence }) - 1;
    return (await made)[place] ?? null;
  }

  #begin() {
    const asking: TransactionPlace[] = [];
    const made = endOfTurn().then(() => {
      this.#turn = undefined;
      return this.#inTime(asking);
    });
    return { asking, made };
  }

  async #inTime(asking: readonly TransactionPlace[]): Promise<readonly (SignedReceipt | null)[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<readonly []>((resolve) => {
      timer = setTimeout(() => resolve([]), TIMEOUT_MS);
    });
    const made = this.#log.receipts(asking).catch(() => []);
    return Promise.race([made, late]).finally(() => clearTimeout(timer));
  }
}
