// Reads what the rehearsal of a bulk needs: which of its commands are already answered, and the balances that the others use.
import type { Addresses } from '../address.ts';
import { isOfPool } from '../core/accounts.ts';
import type { Command } from '../core/commands/command.ts';
import type { Policy } from '../core/commands/kind.ts';
import type { Instruction } from '../core/settle/instruction.ts';
import { balancesOf, repliesNamed } from '../core/settle/prefetch.ts';
import { replyKey } from '../core/settle/repetitions.ts';
import type { Store } from '../ports/store.ts';
import type { BalanceChange } from './rehearsal.ts';

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
 * The instructions that will not be executed, because their key is remembered or used earlier in the bulk. In an atomic bulk, these
 * are all instructions or none, as in `settle`.
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

/** The balances that the commands pay from and into; the route service knows only the pools' reserves. */
export async function heldBefore(
  instructions: readonly Instruction[],
  { store, addresses, policy }: Sources,
): Promise<readonly BalanceChange[]> {
  const addressOf = addresses.pool.bind(addresses);
  const named = balancesOf(instructions, { tokens: new Map(), pools: new Map(), addressOf }, policy);
  // Balances of pools are needed only by collectFees, which pays out collected fees.
  const sweeps = instructions.some(({ command }) => command.kind === 'collectFees');
  const keys = [...named.values()].filter(({ account }) => sweeps || !isOfPool(account));
  const { balances } = await store.read(keys);
  return keys.map((key, at) => ({ ...key, units: balances[at] ?? 0n }));
}
