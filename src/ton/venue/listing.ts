// Checks what operators list: the registry keeps only tokens and pairs that exist on the chain.
import { ISSUER } from '../../core/accounts.ts';
import type { Account, PoolAddress, TokenAddress } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import type { CreatePoolCommand } from '../../core/commands/create-pool.ts';
import { checkUsual } from '../../core/commands/unusual-fees.ts';
import { type Pair, termsOf } from '../../core/pool.ts';
import type { Executed } from '../../ports/venue/trading.ts';
import { NotOnThisVenue, refused, type Venue } from '../../ports/venue.ts';
import type { ChainPool, Dex } from './dex.ts';
import type { ChainCommand, DexCommand } from './history.ts';

type Options = { readonly dex: Dex; readonly registry: Pick<Venue, 'pair' | 'pool' | 'execute'> };

/** Fields of createPool that set terms of the pool, which on TON only the owner of the router can. A new field must be added to one list. */
type OwnTerm = 'lpFeePpm' | 'protocolFeePpm' | 'refFeePpm' | 'protocolFeeAddress' | 'curve' | 'amplification';
const ALLOWED: { readonly [field in Exclude<keyof CreatePoolCommand, OwnTerm>]: true } = {
  kind: true,
  tokenA: true,
  tokenB: true,
  force: true,
  coarse: true,
};

export class Listing {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Lists tokens and pools that the chain has; refuses others, and commands that this venue does not support. */
  async execute(actor: Account, command: Exclude<Command, ChainCommand>, key?: string): Promise<Executed> {
    const { dex, registry } = this.#options;
    switch (command.kind) {
      case 'registerToken':
        // A token that is not a jetton could be neither held nor swapped.
        await dex.routerWallet(command.token.address);
        return registry.execute(actor, command, key);
      case 'updateToken':
        return registry.execute(actor, command, key);
      case 'createPool': {
        const { pool } = await this.#onChain(command);
        const { kind, tokenA, tokenB } = command;
        const done = await registry.execute(actor, { kind, tokenA, tokenB, force: true }, key);
        return withReceipt(done, { pool: pool.address, ...termsOf(pool) });
      }
      case 'setPoolStatus':
        return withReceipt(await registry.execute(actor, command, key), { pool: await this.#addressOf(command) });
      default:
        throw new NotOnThisVenue(NOT_HERE[command.kind]);
    }
  }

  /** The pool that a command lists. Only one that exists on the chain can be listed, with the terms it has there. */
  async #onChain(command: CreatePoolCommand): Promise<ChainPool> {
    const { dex, registry } = this.#options;
    if (Object.keys(command).some((field) => !Object.hasOwn(ALLOWED, field)))
      throw new NotOnThisVenue(
        'On TON the owner of the router sets fees; send createPool with the pair alone, which lists it.',
      );
    const { tokenA, tokenB, force, coarse } = command;
    const found = await dex.pool(tokenA, tokenB);
    if (!found)
      throw new NotOnThisVenue(
        'There is no such pool on the chain; it is made by its first liquidity: send provideLiquidity.',
      );
    // A repeat of the request that listed the pool is answered by the registry.
    if (force || (await this.#isListed(tokenA, tokenB))) return found;
    const unusual = checkUsual(found.pool, await registry.pair(tokenA, tokenB), coarse);
    return unusual ? refused(unusual.refusal) : found;
  }

  async #addressOf({ tokenA, tokenB }: Pair): Promise<PoolAddress> {
    return (await this.#options.dex.poolAddress(tokenA, tokenB)).toString() as PoolAddress;
  }

  /** Lists a pair whose pool a request is about to create or fill, unless it is listed. */
  async add(tokenA: TokenAddress, tokenB: TokenAddress): Promise<void> {
    if (await this.#isListed(tokenA, tokenB)) return;
    const command = { kind: 'createPool', tokenA, tokenB, force: true } as const;
    await this.#options.registry.execute(ISSUER, command).catch(() => {});
  }

  #isListed(tokenA: TokenAddress, tokenB: TokenAddress): Promise<boolean> {
    return this.#options.registry.pool(tokenA, tokenB).then(
      () => true,
      () => false,
    );
  }
}

/** The registry's receipt, corrected by what the chain says: the registry has its own addresses and fees of pools, which nobody uses. */
const withReceipt = (done: Executed, onChain: object): Executed =>
  done.status === 'completed' ? ({ ...done, receipt: { ...done.receipt, ...onChain } } as Executed) : done;

type ElseWhere = Exclude<
  Command['kind'],
  DexCommand['kind'] | 'registerToken' | 'updateToken' | 'setPoolStatus' | 'createPool'
>;

const ORDERS = 'On TON no orders wait; swap at once, with minReceived.';
const STATEMENTS = 'On TON the chain is the public log.';

/** Why each command is refused, and what to do instead. */
export const NOT_HERE: Readonly<Record<ElseWhere, string>> = {
  deposit: 'On TON nothing is deposited: send tokens to the address that getWallet tells.',
  withdraw: 'On TON tokens are in the account’s own wallet: send them from there with createTransfer.',
  transfer: 'On TON LP tokens are not sent: withdraw the liquidity, and send the tokens.',
  collectFees: 'On TON the owner of the router collects its fees.',
  setPoolFees: 'On TON the owner of the router sets its fees.',
  placeOrder: ORDERS,
  fillOrder: ORDERS,
  closeOrder: ORDERS,
  closeOrders: ORDERS,
  matchOrders: ORDERS,
  triggerOrder: ORDERS,
  liabilities: STATEMENTS,
  audited: STATEMENTS,
  forked: STATEMENTS,
};
