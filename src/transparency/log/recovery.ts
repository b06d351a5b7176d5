// Decides how the public log goes on if a node does not know what was signed last, from what other nodes, files and witnesses have.
import type { DatabaseState, LogStore } from '../../ports/public-log.ts';
import type { Signed } from './signer.ts';
import { rootAt } from './stored-tree.ts';
import type { Vouching } from './witnesses.ts';

/** Where a checkpoint comes from; a database may have been rolled back, so only what is kept outside of it confirms that nothing is missing. */
export type Source = { readonly name: string; readonly isOutside: boolean } & (
  | { readonly signed: Signed }
  | { readonly nothing: string }
);

export type RecoveryPlan = {
  readonly newest: Signed;
  readonly does: 'continue' | 'begin the next log';
  readonly why: string;
};

type Facts = {
  /** The number of the log that the database now has. */
  readonly log: number;
  readonly size: number;
  readonly sources: readonly Source[];
  readonly vouching: Vouching;
};

/** Undefined if no checkpoint was ever signed, as far as anybody knows. */
export async function planOf(store: Pick<LogStore, 'logTiles'>, facts: Facts): Promise<RecoveryPlan | undefined> {
  const known = facts.sources.filter((source) => 'signed' in source);
  const newest = newestOf(facts.sources);
  if (!newest) return undefined;
  const next = (why: string): RecoveryPlan => ({ newest, does: 'begin the next log', why });
  const rival = known.find(({ signed }) => isSamePlace(signed, newest) && signed.root !== newest.root);
  if (rival)
    return next(`two histories of ${newest.size} transactions were signed, one of them is known to ${rival.name}`);
  if (newest.log > facts.log) return next(`log ${newest.log} was signed, but the database has only log ${facts.log}`);
  if (newest.size > facts.size)
    return next(`${newest.size} transactions were signed, but the journal has ${facts.size}: transactions were lost`);
  if ((await rootAt(store, newest.size)).toString('base64') !== newest.root)
    return next(`the journal has other transactions than the ${newest.size} that were signed`);
  const { vouched, disagrees, reasons } = facts.vouching;
  if (disagrees) return next(`a witness knows more (${reasons})`);
  const keeper = known.find(({ isOutside, signed }) => isOutside && isSamePlace(signed, newest));
  if (vouched) return { newest, does: 'continue', why: 'a witness confirms that nothing newer was signed' };
  if (keeper) return { newest, does: 'continue', why: `${keeper.name} knows nothing newer` };
  return next('nobody outside the database confirms that nothing newer was signed');
}

export const newestOf = (sources: readonly Source[]): Signed | undefined =>
  sources
    .filter((source) => 'signed' in source)
    .map(({ signed }) => signed)
    .toSorted((one, other) => other.log - one.log || other.size - one.size)[0];

const isSamePlace = (one: Signed, other: Signed): boolean => one.log === other.log && one.size === other.size;

export const stateOf = async (store: Pick<LogStore, 'databaseState'>): Promise<DatabaseState | null> => {
  const state = await store.databaseState();
  return state === 'unknown' ? null : state;
};
