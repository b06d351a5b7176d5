// Checks what operators list: the registry keeps only tokens and pairs that exist on the chain.
import { ISSUER } from '../../core/accounts.ts';
import type { TokenAddress } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import { NotOnThisVenue, type Venue } from '../../ports/venue.ts';
import type { Dex } from './dex.ts';
import type { ChainCommand, DexCommand } from './history.ts';

type Options = { readonly dex: Dex; readonly registry: Pick<Venue, 'pool' | 'execute'> };

export class Listing {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Refuses to list tokens and pools that the chain does not have, and commands that this venue does not support. */
  async check(command: Exclude<Command, ChainCommand>): Promise<void> {
    switch (command.kind) {
      case 'registerToken':
        // A token that is not a jetton could be neither held nor swapped.
        await this.#options.dex.routerWallet(command.token.address);
        break;
      case 'createPool':
        await this.#mustBeThere(command);
        break;
      case 'updateToken':
      case 'setPoolStatus':
        break;
      default:
        throw new NotOnThisVenue(NOT_HERE[command.kind]);
    }
  }

  /** Only a pool that exists on the chain can be listed, with the terms it has there. */
  async #mustBeThere({
    kind: _,
    tokenA,
    tokenB,
    force,
    ...terms
  }: Extract<Command, { kind: 'createPool' }>): Promise<void> {
    if (Object.keys(terms).length > 0)
      throw new NotOnThisVenue(
        'On TON the owner of the router sets fees; send createPool with the pair alone, which lists it.',
      );
    if ((await this.#options.dex.pool(tokenA, tokenB)) === undefined)
      throw new NotOnThisVenue(
        'There is no such pool on the chain; it is made by its first liquidity: send provideLiquidity.',
      );
  }

  /** Lists a pair whose pool a request is about to create or fill, unless it is listed. */
  async add(tokenA: TokenAddress, tokenB: TokenAddress): Promise<void> {
    const { registry } = this.#options;
    const isListed = await registry.pool(tokenA, tokenB).then(
      () => true,
      () => false,
    );
    if (!isListed) await registry.execute(ISSUER, { kind: 'createPool', tokenA, tokenB, force: true }).catch(() => {});
  }
}

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
  matchOrders: ORDERS,
  triggerOrder: ORDERS,
  liabilities: STATEMENTS,
  audited: STATEMENTS,
  forked: STATEMENTS,
};
