// Reads what rehearsing a bulk needs: which changes are already answered, and the balances of the others.
import type { Addresses } from '../address.ts';
import { isOfPool } from '../core/accounts.ts';
import type { Command } from '../core/commands/command.ts';
import type { Policy } from '../core/commands/kind.ts';
import type { Instruction } from '../core/settle/instruction.ts';
import { balancesOf, repliesNamed } from '../core/settle/prefetch.ts';
import { replyKey } from '../core/settle/repetitions.ts';
import type { Store } from '../ports/store.ts';
import type { Moved } from './rehearsal.ts';

type Sources = {
  readonly store: Pick<Store, 'read' | 'answered'>;
  readonly addresses: Addresses;
  readonly policy: Policy;
};

const MOVERS: ReadonlySet<Command['kind']> = new Set([
  'swap',
  'provide',
  'refund',
  'deposit',
  'withdraw',
  'transfer',
  'collectFees',
  'placeOrder',
  'closeOrder',
]);

export const movesTokens = ({ command }: { readonly command: Command }): boolean => MOVERS.has(command.kind);

/**
 * The instructions that will not be executed, because their key is remembered or used earlier in the bulk. In an atomic bulk either all
 * or none, as `settle` does it.
 */
export async function repeatsAmong(
  instructions: readonly Instruction[],
  atomic: boolean,
  { store, policy }: Sources,
): Promise<ReadonlySet<Instruction>> {
  const named = repliesNamed(instructions);
  if (named.size === 0) return new Set();
  const known = new Set(await store.answered([...named.values()], Date.now() - policy.refusalRetentionMs));
  const isKnown = ({ actor, idempotency }: Instruction) =>
    idempotency !== undefined && known.has(replyKey(actor, idempotency.key));
  if (atomic) return new Set(instructions.every(isKnown) ? instructions : []);
  const repeats = new Set<Instruction>();
  for (const instruction of instructions) {
    const { actor, idempotency } = instruction;
    if (isKnown(instruction)) repeats.add(instruction);
    else if (idempotency) known.add(replyKey(actor, idempotency.key));
  }
  return repeats;
}

/** The balances that the changes pay from and into; the route service only follows reserves. */
export async function heldBefore(
  instructions: readonly Instruction[],
  { store, addresses, policy }: Sources,
): Promise<readonly Moved[]> {
  const addressOf = addresses.pool.bind(addresses);
  const named = balancesOf(instructions, { tokens: new Map(), pools: new Map(), addressOf }, policy);
  // Collected fees are needed only by collectFees.
  const sweeps = instructions.some(({ command }) => command.kind === 'collectFees');
  const keys = [...named.values()].filter(({ account }) => sweeps || !isOfPool(account));
  const { balances } = await store.read(keys);
  return keys.map((key, at) => ({ ...key, units: balances[at] ?? 0n }));
}
