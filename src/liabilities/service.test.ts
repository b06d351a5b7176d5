// Which trees the service keeps in memory, and that a failed read is not kept. The stores' contract suite has the proofs.
import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { ann, deposit, registerToken } from '../../test/paper-orders.ts';
import type { TokenAddress } from '../core/amount.ts';
import { LOG_KIND } from '../ports/log-store.ts';
import { openProjection, type Projection } from '../ports/projection.ts';
import type { PublicLog } from '../ports/public-log.ts';
import { state } from './keeper.ts';
import { LiabilitiesMaker } from './maker.ts';
import { LiabilitiesService } from './service.ts';

/** One more than are kept. */
const TOKENS = Array.from({ length: 33 }, (_, number) => ({
  ...{ address: `token${number}` as TokenAddress, symbol: `T${number}`, decimals: 0 },
}));
const on = useExchange([...TOKENS.map(registerToken), ...TOKENS.map((token) => deposit(ann, token, 5n))]);

let kept: Projection;
let reads: string[];
let fails: boolean;
let service: LiabilitiesService;
beforeEach(async () => {
  kept = await openProjection(on.store.projection);
  const body = JSON.stringify({ origin: 'example.com/log', secret: hash('sha256', 'secret', 'hex'), firstSequence: 1 });
  await on.store.sideRecords.change([{ kind: LOG_KIND, id: '1', version: 0, body }], { nowMs: Date.now() });
  const made = await new LiabilitiesMaker(kept, on.store).make(0);
  if (made) await state(made, on.exchange, kept);
  [reads, fails] = [[], false];
  const store: Projection = {
    ...kept,
    async liabilityTiles(tree, tiles) {
      reads.push(tree.token);
      if (fails) throw new Error('no disk');
      return kept.liabilityTiles(tree, tiles);
    },
  };
  // As if the last row were in a checkpoint.
  const log = { checkpoint: async () => ({ size: 1e6 }), proof: async () => ({}) };
  service = new LiabilitiesService(store, log as unknown as Pick<PublicLog, 'checkpoint' | 'proof'>);
});
afterEach(() => kept.close());

const amountOf = async (token: string) => {
  const answer = await service.balanceProof(ann, token);
  return 'proof' in answer ? answer.proof.amount : answer.absent;
};

test('the 32 trees that were asked for last are kept', async () => {
  for (const { address } of TOKENS.slice(0, 32)) expect(await amountOf(address)).toBe('5');
  expect(reads).toHaveLength(32);
  // The first is used again, so that the second has waited longest.
  await amountOf('token0');
  await amountOf('token32');
  expect(reads.slice(32)).toEqual(['token32']);
  for (const token of ['token0', 'token2', 'token32']) await amountOf(token);
  expect(reads).toHaveLength(33);
  await amountOf('token1');
  expect(reads.slice(33)).toEqual(['token1']);
});

test('a tree that could not be read is read again for the next who ask', async () => {
  fails = true;
  await expect(amountOf('token0')).rejects.toThrow('no disk');
  fails = false;
  expect(await amountOf('token0')).toBe('5');
  expect(reads).toHaveLength(2);
});
