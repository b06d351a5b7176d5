// Prepares commands for the ledger: finds their routes and fingerprints, submits them, and retries moved routes.
import type { Addresses } from '../address.ts';
import type { Account } from '../core/amount.ts';
import type { Command } from '../core/commands/command.ts';
import type { Policy } from '../core/commands/kind.ts';
import { isFilledAtOnce, type PlaceOrderCommand } from '../core/commands/place-order.ts';
import type { SwapCommand } from '../core/commands/swap.ts';
import type { Instruction, Outcome, Posted } from '../core/settle/instruction.ts';
import { type Store, StoreUnavailable } from '../ports/store.ts';
import type { Completed, Submission } from '../ports/venue/trading.ts';
import { atomicRefusals, RefusedError, refused } from '../ports/venue.ts';
import { heldBefore, movesTokens, repeatsAmong } from '../routes/bulk-question.ts';
import type { RouteTerms } from '../routes/choice.ts';
import type { RouteClient } from '../routes/client.ts';
import type { FoundRoute } from '../routes/wire.ts';
import { fingerprintOf, fingerprintOfAll } from './fingerprint.ts';
import type { CommitResult as GroupAnswer, GroupCommit } from './group-commit.ts';

/** How often a swap is routed if its pools keep moving before it is settled. */
const ROUTES_TRIED = 10;

type SubmissionsOptions = {
  readonly commands: GroupCommit;
  readonly addresses: Addresses;
  readonly routeClient: RouteClient | undefined;
  readonly policy: Policy;
  readonly store: Pick<Store, 'read' | 'answered'>;
  fillAtOnce(order: PlaceOrderCommand): Promise<PlaceOrderCommand['fill']>;
  /** Changes whenever the journal was rolled back. */
  era(): number;
  /** Called with the history number of the route client's answer before it is used. */
  noteHistory(history: number): Promise<void> | undefined;
};

export class Submissions {
  readonly #options: SubmissionsOptions;

  constructor(options: SubmissionsOptions) {
    this.#options = options;
  }

  async execute<C extends Command>(
    actor: Account,
    submission: Submission<C>,
    tries = ROUTES_TRIED,
  ): Promise<Completed<C>> {
    const { idempotencyKey, routing } = submission;
    const isAgain = tries < ROUTES_TRIED;
    const command =
      routing === 'best' || isAgain ? await this.#routed(submission.command, isAgain) : submission.command;
    const idempotency =
      idempotencyKey === undefined
        ? {}
        : { idempotency: { key: idempotencyKey, fingerprint: fingerprintOf(this.#stored(submission)) } };
    const outcome = await this.#options.commands.submit({ actor, command, ...idempotency });
    // A swap that was refused because its route moved changed nothing, and its key is still free.
    if (hasMoved(outcome) && tries > 1) return this.execute(actor, submission, tries - 1);
    return 'refusal' in outcome ? refused(outcome.refusal) : (completed(outcome.posted) as unknown as Completed<C>);
  }

  /**
   * Swaps whose route has moved are routed and submitted again, as often as a single one would be: an atomic bulk as a whole, since
   * nothing of it was done; otherwise only those that moved, after the rest.
   */
  async executeAll(
    actor: Account,
    submissions: readonly Submission[],
    atomic: boolean,
  ): Promise<readonly (Completed | Error)[]> {
    const { routeClient, era } = this.#options;
    const before = era();
    const all = this.#instruct(actor, submissions, atomic).map((instruction, at) => ({ instruction, at }));
    const answers = new Array<Completed | Error>(submissions.length);
    let left = all;
    for (let tries = ROUTES_TRIED; left.length > 0; tries--) {
      const items = left.map(({ instruction, at }) => ({
        instruction,
        submission: submissions[at] as Submission,
        hasMoved: isMoved(answers[at]),
      }));
      // If no command needs a route, all are submitted in the turn of the event loop in which they arrived.
      const routed =
        routeClient && items.some(isRouted)
          ? await this.#routeAll(items, routeClient, atomic)
          : left.map(instructionOf);
      // After a rollback even commands that needed no route are invalid: they were parsed with records that are gone.
      const found = before === era() ? await this.#submitAll(routed, atomic) : left.map(wentBack);
      for (const [index, { at }] of left.entries()) answers[at] = found[index] as Completed | Error;
      const moved = tries > 1 ? left.filter(({ at }) => isMoved(answers[at])) : [];
      left = atomic && moved.length > 0 ? all : moved;
    }
    return answers;
  }

  async #submitAll(routed: readonly (Instruction | Error)[], atomic: boolean): Promise<readonly (Completed | Error)[]> {
    const fallen = atomic ? atomicRefusals(routed) : undefined;
    if (fallen) return fallen;
    const submitted = routed.filter((one): one is Instruction => !(one instanceof Error));
    const inOrder = (await this.#options.commands.submitAll(submitted)).values();
    return routed.map((one): Completed | Error => {
      if (one instanceof Error) return one;
      const answer = inOrder.next().value as GroupAnswer;
      if ('posted' in answer) return completed(answer.posted);
      return 'refusal' in answer ? new RefusedError(answer.refusal) : asError(answer.error);
    });
  }

  /** Finds the route of each swap and the immediate fill of each order, with the reserves that the items before it leave. */
  async #routeAll(
    items: readonly Item[],
    routeClient: RouteClient,
    atomic: boolean,
  ): Promise<readonly (Instruction | Error)[]> {
    // Items after the last routed one do not affect any route.
    const steps = items
      .slice(0, items.findLastIndex(isRouted) + 1)
      .flatMap((item, at) => (movesTokens(item.submission) ? [{ item, at }] : []));
    try {
      const question = await this.#questionOf(
        steps.map(({ item }) => item),
        atomic,
      );
      const { found, history } = await routeClient.rehearse(question, items[0]?.instruction.actor);
      await this.#options.noteHistory(history);
      const byPlace = new Map(steps.map(({ at }, index) => [at, found[index]]));
      return items.map(({ instruction }, at) => withFound(instruction, byPlace.get(at)));
    } catch (error) {
      return items.map((item) => withoutRoutes(item, error));
    }
  }

  async #questionOf(items: readonly Item[], atomic: boolean): Promise<Parameters<RouteClient['rehearse']>[0]> {
    const { policy } = this.#options;
    const instructions = items.map(instructionOf);
    const repeats = await repeatsAmong(instructions, atomic, this.#options);
    const steps = items.map((item) => ({
      command: item.instruction.command,
      isRouted: isRouted(item),
      isRepeat: repeats.has(item.instruction),
    }));
    return { steps, policy, held: await heldBefore(instructions, this.#options) };
  }

  #instruct(actor: Account, submissions: readonly Submission[], atomic: boolean): readonly Instruction[] {
    const isKeyed = submissions[0]?.idempotencyKey !== undefined;
    const ofAll =
      atomic && isKeyed ? fingerprintOfAll(submissions.map((submission) => this.#stored(submission))) : undefined;
    return submissions.map((submission, index): Instruction => {
      const { command, idempotencyKey } = submission;
      return {
        actor,
        command,
        ...(idempotencyKey !== undefined && {
          idempotency: { key: idempotencyKey, fingerprint: ofAll ?? fingerprintOf(this.#stored(submission)) },
        }),
        ...(atomic && index < submissions.length - 1 && { linked: true as const }),
      };
    });
  }

  /**
   * Adds the best route to a swap, unless its pair's own pool is best; other commands stay as they are. A swap with its own route gets a
   * benchmark if it was found to need one; an immediate order whose fill has moved gets another.
   */
  async #routed<C extends Command>(command: C, isAgain: boolean): Promise<C> {
    const { routeClient, fillAtOnce } = this.#options;
    if (command.kind === 'placeOrder' && isAgain) {
      const { fill: _, ...order } = command;
      const fill = await fillAtOnce(command);
      return { ...(order as C), ...(fill && { fill }) };
    }
    if (!routeClient || command.kind !== 'swap') return command;
    const terms = this.#termsOf(command);
    if (!command.route) {
      const found = await this.#asOfNow(routeClient.route(terms, command.account));
      return found ? { ...command, ...found } : command;
    }
    if (!isAgain) return { ...command, benchmark: 'wanted' };
    const found = await this.#asOfNow(routeClient.benchmark(terms, command.account));
    if (!found) return command;
    const { route: benchmark, reference } = found;
    return { ...command, benchmark, ...(reference && { reference }) };
  }

  async #asOfNow(asked: ReturnType<RouteClient['route']>): Promise<FoundRoute | undefined> {
    const { era, noteHistory } = this.#options;
    const before = era();
    const { found, history } = await asked;
    const noted = noteHistory(history);
    if (noted) await noted;
    if (before !== era()) throw wentBack();
    return found;
  }

  #termsOf(command: SwapCommand): RouteTerms {
    return {
      tokenA: command.tokenA,
      tokenB: command.tokenB,
      exact: 'amountA' in command ? { in: command.amountA } : { out: command.amountB },
      referred: command.referrer !== undefined,
      maxPriceImpactPpm: command.maxPriceImpactPpm ?? this.#options.policy.maxPriceImpactPpm,
    };
  }

  #stored({ command }: Submission): object {
    return asStored(command);
  }
}

export const wentBack = () => new StoreUnavailable('failed', 'the journal went back: ask again');

const instructionOf = ({ instruction }: { readonly instruction: Instruction }): Instruction => instruction;

type Item = { readonly instruction: Instruction; readonly submission: Submission; readonly hasMoved: boolean };

/** True for a swap, or an order that pools may fill immediately. */
const isRouted = ({ submission: { command, routing } }: Item): boolean =>
  routing === 'best' && (command.kind === 'swap' || (command.kind === 'placeOrder' && isFilledAtOnce(command)));

/** The fallback if routing failed: an order is placed without a fill, unless it is `postOnly` and could not be judged, and a user's own route is used without a benchmark unless it needs one. */
function withoutRoutes(item: Item, error: unknown): Instruction | Error {
  const { command } = item.submission;
  if (!isRouted(item)) return item.instruction;
  if (command.kind === 'placeOrder') return command.placedAs === 'postOnly' ? asError(error) : item.instruction;
  const needsNone = command.kind === 'swap' && command.route && !item.hasMoved;
  return needsNone ? withFound(item.instruction, { benchmark: 'wanted' }) : asError(error);
}

const withFound = (instruction: Instruction, found: object | undefined): Instruction | Error => {
  if (found === undefined || found instanceof Error) return found ?? instruction;
  return { ...instruction, command: { ...instruction.command, ...found } as Command };
};

const isMoved = (answer: Completed | Error | undefined): boolean =>
  answer instanceof RefusedError && answer.refusal.code === 'route_moved';

const hasMoved = (outcome: Outcome): boolean => 'refusal' in outcome && outcome.refusal.code === 'route_moved';

/** The form of a command that its fingerprint is computed from: permissions, keys and routes are not part of the request. */
function asStored(command: Command): object {
  if (command.kind === 'swap' && command.route) {
    const { route: _, expected: __, benchmark: ___, reference: ____, ...asked } = command;
    return asked;
  }
  if (command.kind === 'placeOrder') {
    const { fill: _, isPaused: __, isLarge: ___, keyId: ____, ...asked } = command;
    return asked;
  }
  if (command.kind === 'closeOrder' && command.clientId !== undefined) {
    const { order: _, tokenA: __, tokenB: ___, ...asked } = command;
    return asked;
  }
  if (command.kind === 'closeOrders') {
    const { orders: _, ...asked } = command;
    return asked;
  }
  if (command.kind === 'setPoolFees') {
    const { coarse: _, ...asked } = command;
    return asked;
  }
  if (command.kind !== 'provide' && command.kind !== 'createPool') return command;
  const { mayCreatePool: _, coarse: __, ...asked } = { mayCreatePool: undefined, ...command };
  return asked;
}

export const completed = (posted: Posted): Completed => new Settled(posted);

/** A class, because creating an object literal with its own getter is slow. */
class Settled implements Completed {
  readonly status = 'completed';
  readonly transactionId: string;
  readonly actor: Account;
  readonly sequence: number;
  readonly createdAtMs: number;
  readonly #posted: Posted;

  constructor(posted: Posted) {
    this.transactionId = posted.id;
    this.actor = posted.actor;
    this.sequence = posted.sequence;
    this.createdAtMs = posted.createdAtMs;
    this.#posted = posted;
  }

  /** Lazy: few answers need the receipt, and parsing it is expensive. */
  get receipt() {
    return this.#posted.receipt;
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
