// The tail of an in-memory exchange, as a store would provide it.
import type { JournalMark } from '../src/ports/records.ts';
import type { Tail } from '../src/ports/tail.ts';
import type { PaperExchange } from './paper-exchange.ts';

const RELISTING = new Set(['updateToken', 'setPoolFees', 'setPoolStatus']);

type PaperTail = Pick<Tail, 'snapshotCost' | 'everything' | 'next' | 'page' | 'pick' | 'orders' | 'clock' | 'close'>;

/** `between` is called after each page of orders. */
export function tailOf(exchange: PaperExchange, between: () => void = () => {}): PaperTail {
  const { journal } = exchange;
  const markAt = (sequence: number): JournalMark => ({ sequence, id: journal[sequence - 1]?.id ?? null });
  const listingSequence = () => journal.findLast(({ receipt }) => RELISTING.has(receipt.kind))?.sequence ?? 0;
  const held = (prefix: string) => [...exchange.balances.values()].filter(({ account }) => account.startsWith(prefix));
  return {
    snapshotCost: 5,
    everything: async () => ({
      mark: markAt(journal.length),
      listingSequence: listingSequence(),
      tokens: [...exchange.tokens.values()],
      pools: [...exchange.pools.values()].sort((one, other) => one.number - other.number),
      balances: held('pool '),
    }),
    async next(mark, page, most = Number.POSITIVE_INFINITY) {
      if (markAt(mark.sequence).id !== mark.id) return 'went_back';
      if (journal.length - mark.sequence > most) return 'too_many';
      const posted = journal.slice(mark.sequence, mark.sequence + page);
      const head = markAt(journal.length);
      return { posted, mark: markAt(mark.sequence + posted.length), head, listingSequence: listingSequence() };
    },
    page: async (after, atMost) => journal.slice(after, after + atMost),
    pick: async (sequences) => sequences.flatMap((sequence) => journal[sequence - 1] ?? []),
    async orders({ after, limit }) {
      const all = held('order ').filter(({ account, balance }) => account > after && balance > 0n);
      all.sort((one, other) => (one.account < other.account ? -1 : 1));
      const page = { mark: markAt(journal.length), balances: all.slice(0, limit) };
      between();
      return page;
    },
    clock: async () => exchange.nowMs,
    close: async () => {},
  };
}
