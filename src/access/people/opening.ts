// Opening deposits of an invitation. The change that accepts the invitation records them as due, so that a crash loses none;
// their reference contains the id of the invitation, so that none is made twice.
import { type Account, type Amount, amount, type TokenAddress } from '../../core/amount.ts';
import type { SideRecordChange } from '../../ports/side-records.ts';
import type { Venue } from '../../ports/venue.ts';
import type { GoodInvitation, OpeningBalance } from '../invitations.ts';
import { SideKind } from '../side-kind.ts';
import type { PeopleStore } from './person.ts';

type Due = { readonly by: Account; readonly balances: readonly OpeningBalance[] };

const PAGE = 200;

export class Opening {
  readonly #store: PeopleStore;
  readonly #venue: Pick<Venue, 'execute'>;
  readonly #kind: SideKind<Due>;

  constructor(store: PeopleStore, venue: Pick<Venue, 'execute'>) {
    this.#store = store;
    this.#venue = venue;
    this.#kind = new SideKind(store.sideRecords, 'due');
  }

  /** Records the deposits as due: commit the result with the acceptance. Empty if the invitation has no balances. */
  async note(account: Account, { id, body: { by, balances } }: GoodInvitation): Promise<readonly SideRecordChange[]> {
    if (balances.length === 0) return [];
    const dueId = `${account} ${id}`;
    const before = await this.#kind.find(dueId);
    return [this.#kind.put({ id: dueId, version: before?.version ?? 0, body: { by, balances } })];
  }

  /** Makes the deposits that are due for an account; true if none is left. */
  finish(account: Account, nowMs: number): Promise<boolean> {
    return this.#finishAll(`${account} `, nowMs);
  }

  /** Makes the deposits that are due for any account, for example after a crash; true if none is left. */
  finishAll(nowMs: number): Promise<boolean> {
    return this.#finishAll('', nowMs);
  }

  async #finishAll(prefix: string, nowMs: number): Promise<boolean> {
    let [isDone, after] = [true, ''];
    for (;;) {
      const found = await this.#kind.list({ prefix, after, limit: PAGE });
      for (const { id, version, body } of found) {
        after = id;
        // A failed deposit must not hold up the others.
        if (await this.#do(id, body).catch(() => false))
          await this.#store.sideRecords.change([this.#kind.put({ id, version, body: null })], { nowMs });
        else isDone = false;
      }
      if (found.length < PAGE) return isDone;
    }
  }

  async #do(id: string, { by, balances }: Due): Promise<boolean> {
    const [account = '', invitation = ''] = id.split(' ');
    const deposits = balances.map((balance) =>
      this.#venue.execute(by, {
        kind: 'deposit',
        account: account as Account,
        token: balance.token as TokenAddress,
        amount: amount(BigInt(balance.amount)) as Amount,
        reference: `invitation ${invitation}`,
      }),
    );
    return (await Promise.allSettled(deposits)).every(({ status }) => status === 'fulfilled');
  }
}
