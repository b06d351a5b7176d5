// One follower passes the journal to several folds: page by page, and after a failure all of them restart. Takes 0.1 s.
import { expect, test } from 'vitest';
import type { Posted } from '../core/settle/instruction.ts';
import type { JournalMark } from '../ports/records.ts';
import type { Everything, Tail } from '../ports/tail.ts';
import { type Fold, Follower, mostTransactions } from './follower.ts';
import { Landmarks } from './landmarks.ts';

/** A journal of deposits whose ids name their history. */
class PaperJournal {
  ids: string[] = [];
  readonly tail = {
    snapshotCost: 20,
    everything: async (): Promise<Everything> => ({
      ...{ mark: this.#markAt(this.ids.length), listingSequence: 0 },
      ...{ tokens: [], pools: [], balances: [] },
    }),
    next: async (mark: JournalMark, page: number, most: number) => {
      if (this.#markAt(mark.sequence).id !== mark.id) return 'went_back';
      const head = this.#markAt(this.ids.length);
      if (head.sequence - mark.sequence > most) return 'too_many';
      const posted = this.ids
        .slice(mark.sequence, mark.sequence + page)
        .map((_, at) => this.#at(mark.sequence + at + 1));
      return { posted, mark: this.#markAt(mark.sequence + posted.length), head, listingSequence: 0 };
    },
    pick: async ([sequence = 0]: readonly number[]) => (this.ids[sequence - 1] ? [this.#at(sequence)] : []),
  } as unknown as Tail;

  grow(count: number, history = 'a'): void {
    this.ids.push(...Array.from({ length: count }, (_, at) => `${history}${this.ids.length + at + 1}`));
  }

  #markAt = (sequence: number): JournalMark => ({ sequence, id: this.ids[sequence - 1] ?? null });
  #at = (sequence: number) => ({ sequence, id: this.ids[sequence - 1], receipt: { kind: 'deposit' } }) as Posted;
}

/** Records its calls; throws once at a given transaction. */
class Noting implements Fold {
  told: (string | number)[] = [];
  failsAt: number | undefined;
  restart(): void {
    this.told.push('restart');
  }
  take({ sequence }: Posted): void {
    if (sequence === this.failsAt) {
      this.failsAt = undefined;
      throw new Error('cannot be taken');
    }
    this.told.push(sequence);
  }
  lose(): void {
    this.told.push('lost');
  }
}

function follow(count: number) {
  const [journal, first, last] = [new PaperJournal(), new Noting(), new Noting()];
  journal.grow(count);
  const options = { page: 2, most: 5, landmarks: new Landmarks() };
  const follower = new Follower(journal.tail, [first, last], options);
  const all = async () => {
    while (!(await follower.follow()));
  };
  return { journal, first, last, follower, all };
}

test('up to five missing transactions are taken page by page; if more are missing, the whole state is read anew', async () => {
  const { journal, last, follower, all } = follow(1);
  await all();
  journal.grow(5);
  await all();
  expect(last.told).toEqual(['restart', 2, 3, 4, 5, 6]);
  journal.grow(6);
  await all();
  expect(last.told.slice(6)).toEqual(['restart']);
  expect(follower).toMatchObject({ sequence: 12, head: 12, rewinds: 0 });
});

test('if one fold throws, all folds lose their state, and the whole state is read again', async () => {
  const { journal, first, last, follower, all } = follow(1);
  await all();
  journal.grow(3);
  last.failsAt = 3;
  await expect(all()).rejects.toThrow('cannot be taken');
  expect([first.told.at(-1), last.told.at(-1), follower.sequence]).toEqual(['lost', 'lost', 1]);
  await all();
  journal.grow(1);
  await all();
  expect(last.told).toEqual(['restart', 2, 'lost', 'lost', 'restart', 5]);
  // The follower counts this as a rollback, since it does not know what happened meanwhile; the fork is the last transaction passed.
  expect(follower).toMatchObject({ sequence: 5, rewinds: 1, forks: { last: 3, lowest: 3 } });
});

test('after a rollback the follower restarts its folds and reports its position and where the histories diverge', async () => {
  const { journal, last, follower, all } = follow(1);
  await all();
  journal.grow(4);
  await all();
  journal.ids.length = 3;
  journal.grow(1, 'b');
  await all();
  expect(last.told.slice(-2)).toEqual(['lost', 'restart']);
  expect(follower).toMatchObject({ sequence: 4, rewinds: 1, forks: { last: 3, lowest: 3 } });
});

test('the more tokens and pools a full read would return, the more transactions are applied instead of it', () => {
  const most = (tokens: number, pools: number) => mostTransactions({ snapshotCost: 20 }, { tokens, pools });
  expect(most(6, 6)).toBe(20);
  expect(most(6, 100)).toBe(101);
  expect(most(1001, 0)).toBe(101);
  expect(most(60_000, 0)).toBe(5000);
});
