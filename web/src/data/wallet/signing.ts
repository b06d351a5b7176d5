// Changes by an account that is a wallet: built by the exchange, signed in the wallet, followed on the chain.
import { type CallOptions, type Calls, MillpondError } from '#client';
import { STAGED } from '../../words/errors.ts';
import { t } from '../../words/words.ts';
import { ofTab } from '../stored.ts';
import { askFor } from '../use.ts';
import { type Messages, notSigned, send } from './connection.ts';

type Sent = { readonly bodyHashes: readonly string[]; readonly validUntil: number };
type Tracked = Pick<
  Calls['trackLiquidity']['output'],
  'status' | 'reason' | 'reasonCode' | 'transactionHash' | 'staged'
>;
type OnPending = (transactionId: string) => void;

/** Interval between two polls; for each, the server sends several requests to the chain. */
const LOOK_MS = 2000;

const nameOf = ({ idempotencyKey }: CallOptions): string => `millpond signed ${idempotencyKey}`;

/** Asks the wallet once per idempotency key: if it was asked before, it may have signed, and is not asked again. */
async function sign(options: CallOptions, build: () => Promise<Messages>): Promise<Sent> {
  const name = nameOf(options);
  const before = readSent(ofTab.getItem(name));
  if (before) return before;
  const built = await build();
  const sent = { bodyHashes: built.messages.map(({ bodyHash }) => bodyHash), validUntil: built.validUntil };
  try {
    await send(options.account as string, built, () => ofTab.setItem(name, JSON.stringify(sent)));
  } catch (error) {
    ofTab.removeItem(name);
    throw error;
  }
  return sent;
}

function readSent(text: string | null): Sent | null {
  try {
    const sent = JSON.parse(text ?? 'null');
    return Array.isArray(sent?.bodyHashes) && typeof sent.validUntil === 'number' ? sent : null;
  } catch {
    return null;
  }
}

async function follow<Found extends Tracked>(
  options: CallOptions,
  track: () => Promise<Found>,
  onPending: OnPending,
): Promise<Found> {
  for (;;) {
    const found = await track();
    if (found.status !== 'pending') {
      ofTab.removeItem(nameOf(options));
      if (found.status === 'failed' && found.transactionHash === undefined) throw notSigned(t('wallet.late'));
      if (found.staged) throw new MillpondError(t('wallet.staged'), { code: STAGED });
      return found;
    }
    onPending('');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

type SwapInput = Calls['createSwap']['input'];

/** Resolves to a function that follows the swap and returns the same output as for a swap that the exchange signs. */
export async function signSwap(input: SwapInput, amountA: string, options: CallOptions) {
  const wallet = options.account as string;
  const { bodyHashes, validUntil } = await sign(options, () => askFor('buildSwap', { wallet, ...input }));
  const [bodyHash = ''] = bodyHashes;
  const { Pair } = input;
  return async (onPending: OnPending): Promise<Calls['getSwap']['output']> => {
    const { amountB = '0', ...found } = await follow(
      options,
      () => askFor('trackSwap', { wallet, Pair, bodyHash, validUntil }),
      onPending,
    );
    return { ...Pair, ...found, account: wallet, amountA, amountB, transactionId: '', sequence: 0 } as never;
  };
}

type Provide = Calls['provideLiquidity']['input'];
type Refund = Calls['refundLiquidity']['input'];

/** Resolves to a function that follows the change and returns the output of the exchange's own call, without a transaction id. */
export async function signLiquidity(input: Provide | Refund, options: CallOptions) {
  const wallet = options.account as string;
  const isProvide = 'Pair' in input;
  const build = () =>
    isProvide ? askFor('buildProvide', { wallet, ...input }) : askFor('buildRefund', { wallet, ...input });
  const sent = await sign(options, build);
  const Pair = isProvide ? input.Pair : { tokenA: input.jetton0, tokenB: input.jetton1 };
  const kind = isProvide ? 'provide' : 'refund';
  return async (onPending: OnPending) => {
    const track = () => askFor('trackLiquidity', { wallet, Pair, kind, ...sent, bodyHashes: [...sent.bodyHashes] });
    const found = await follow(options, track, onPending);
    if (found.status === 'failed') {
      const { reason = '', reasonCode } = found;
      throw new MillpondError(reason, { code: 'settlement_failed', status: 422, reasonCode });
    }
    const [token1Amount, token2Amount] = isProvide
      ? [String(input.amount.tokenA), String(input.amount.tokenB)]
      : [found.amountA, found.amountB];
    const lpTokens = isProvide ? { lpTokensMinted: found.lpTokens } : { lpTokensBurned: String(input.lpTokens ?? 0) };
    return { output: { token1Amount, token2Amount, ...lpTokens }, transactionId: null };
  };
}
