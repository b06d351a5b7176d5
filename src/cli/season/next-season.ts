// Creates the exchange of the next season from the last one: its tokens, people and keys, with an empty market.
import { randomBytes } from 'node:crypto';
import { isOpening, openingReference, SEASON_ID, SEASON_KIND, seasonKind } from '../../access/season.ts';
import type { Account, Amount, TokenAddress } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import type { DepositCommand } from '../../core/commands/move-tokens.ts';
import { shapeFields } from '../../core/curves/curves.ts';
import type { Pool, TokenEntry } from '../../core/pool.ts';
import { LOG_KIND, type LogIdentity } from '../../ports/public-log.ts';
import type { Items } from '../../ports/records.ts';
import type { SideRecordChange } from '../../ports/side-records.ts';
import type { Journal, Store } from '../../ports/store.ts';
import { nameIn, originOf } from '../../transparency/log/signer.ts';

/** The actor that the new journal names for the transactions below. */
const ACTOR = 'season' as Account;
const BATCH = 1000;

export type Opening = { readonly account: Account; readonly token: TokenAddress; readonly amount: Amount };

/** Sums of the opening deposits in a journal (by imports, invitations and earlier seasons), by account and token. */
export async function openingsOf(journal: Journal): Promise<readonly Opening[]> {
  const openings = new Map<string, Opening>();
  for await (const { receipt } of journal.transactions()) {
    if (receipt.kind !== 'deposit' || !isOpening(receipt.reference)) continue;
    const { account, token } = receipt;
    const key = `${account} ${token}`;
    const amount = ((openings.get(key)?.amount ?? 0n) + receipt.amount) as Amount;
    openings.set(key, { account, token, amount });
  }
  return [...openings.values()];
}

export type NextSeason = {
  readonly number: number;
  readonly openings: readonly Opening[];
  /** True to create the pools again, without liquidity. */
  readonly hasPools: boolean;
  readonly nowMs: number;
};

/** Writes the next season into an empty store: tokens, opening deposits, pools if wanted, keys and side records. */
export async function makeSeason(
  store: Store,
  from: Journal,
  { number, openings, hasPools, nowMs }: NextSeason,
): Promise<void> {
  const reference = openingReference(number);
  await post(store, from.tokens.flatMap(tokenCommands));
  await post(
    store,
    openings.map((opening): DepositCommand => ({ kind: 'deposit', ...opening, reference })),
  );
  if (hasPools) await post(store, from.pools.flatMap(poolCommands));
  // Statuses are set last, since no pool can be created with a paused token.
  await post(store, from.tokens.flatMap(statusCommands));
  for (const key of from.keys) await store.addKey(key);
  const { sideRecords } = store;
  const logs: LogIdentity[] = [];
  for await (const some of batches(from.sideRecords())) {
    for (const { kind, id, body } of some)
      if (kind === LOG_KIND) logs.push({ number: Number(id), ...JSON.parse(body) });
    const changes = some
      .filter(({ kind }) => kind !== SEASON_KIND && kind !== LOG_KIND)
      .map(({ kind, id, body }) => ({ kind, id, version: 0, body }));
    await sideRecords.change(changes, { nowMs });
  }
  const last = logs.toSorted((a, b) => a.number - b.number).at(-1);
  if (last) await sideRecords.change([logAfter(last)], { nowMs });
  const season = seasonKind(sideRecords).put({ id: SEASON_ID, version: 0, body: { number, startedAtMs: nowMs } });
  await sideRecords.change([season], { nowMs });
}

/** Another journal is another log: it has the next number, and a secret of its own. */
function logAfter({ number, origin }: LogIdentity): SideRecordChange {
  const next = originOf(nameIn(origin, number), number + 1);
  const body = { origin: next, secret: randomBytes(32).toString('hex'), firstSequence: 1 };
  return { kind: LOG_KIND, id: String(number + 1), version: 0, body: JSON.stringify(body) };
}

/** With `force`, since several tokens may have the same symbol. */
const tokenCommands = ({ address, symbol, decimals, name, logo }: TokenEntry): readonly Command[] => [
  { kind: 'registerToken', token: { address, symbol, decimals, name, logo }, force: true },
];

const statusCommands = ({ address, status }: TokenEntry): readonly Command[] =>
  status === 'listed' ? [] : [{ kind: 'updateToken', token: address, status, force: true }];

function poolCommands(pool: Pool): readonly Command[] {
  const { token0: tokenA, token1: tokenB, lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress, status } = pool;
  const rates = { lpFeePpm, protocolFeePpm, refFeePpm };
  const collector = protocolFeeAddress === null ? {} : { protocolFeeAddress };
  return [
    { kind: 'createPool', tokenA, tokenB, ...rates, ...collector, ...shapeFields(pool), force: true },
    ...(status === 'listed' ? [] : [{ kind: 'setPoolStatus', tokenA, tokenB, status } as const]),
  ];
}

async function post(store: Store, commands: readonly Command[]): Promise<void> {
  for await (const some of batches(commands)) {
    const outcomes = await store.commit(some.map((command) => ({ actor: ACTOR, command })));
    const refused = outcomes.findIndex((outcome) => 'refusal' in outcome);
    const outcome = outcomes[refused];
    if (outcome && 'refusal' in outcome)
      throw new Error(`${some[refused]?.kind} was refused: ${JSON.stringify(outcome.refusal, String)}`);
  }
}

async function* batches<Item>(items: Items<Item>): AsyncGenerator<readonly Item[]> {
  let some: Item[] = [];
  for await (const item of items) {
    some.push(item);
    if (some.length < BATCH) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
