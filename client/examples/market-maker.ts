// A market maker: a bid and an ask around the price of a pool, placed anew when the price has moved or one of them is filled.
// It may be killed at any moment: its orders have names, and its fills continue after the last one in its file.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { connect, type Millpond } from '@millpond/client';

const { EXCHANGE = 'http://127.0.0.1:8080', KEY, FILLS = 'fills.ndjson' } = process.env;
const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const [SIZE, SPREAD, MOVE] = ['10', 0.004, 0.02] as const;

const millpond = connect(EXCHANGE, { key: KEY });
const pair = { jetton0: TON, jetton1: USDT };

type Fill = Awaited<ReturnType<Millpond['getFills']>>['fills'][number];
const idOf = ({ sequence, index }: Pick<Fill, 'sequence' | 'index'>) => `${sequence}-${index}`;
const lines = existsSync(FILLS) ? readFileSync(FILLS, 'utf8').trim().split('\n') : [];
const known = new Set(lines.filter((line) => line !== '').map((line) => idOf(JSON.parse(line))));

/** Writes all fills that are not in the file yet, oldest first. */
async function collectFills(): Promise<void> {
  const found: Fill[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: { fills: readonly Fill[]; nextCursor: string | null } = await millpond.getFills({ ...pair, cursor });
    const news = page.fills.filter((fill) => !known.has(idOf(fill)));
    found.push(...news);
    cursor = news.length === page.fills.length ? page.nextCursor : null;
  }
  for (const fill of found.reverse()) {
    appendFileSync(FILLS, `${JSON.stringify(fill)}\n`);
    known.add(idOf(fill));
  }
}

const priceNow = async () => Number((await millpond.getPrice(pair)).price);

/** Replaces both orders; returns the price that they are around, or 0 if one was refused: then the next event quotes again. */
async function quote(): Promise<number> {
  const mid = await priceNow();
  const [bid, ask] = [mid * (1 - SPREAD), mid * (1 + SPREAD)].map((price) => price.toFixed(6)) as [string, string];
  const cancel = (clientId: string) => ({ call: 'cancelOrder' as const, body: { clientId } });
  const [sell, buy] = [
    { tokenA: TON, tokenB: USDT },
    { tokenA: USDT, tokenB: TON },
  ];
  const { items } = await millpond.bulk({
    items: [
      cancel('bid'),
      cancel('ask'),
      {
        call: 'createOrder',
        body: { Pair: buy, amount: { tokenB: SIZE }, price: bid, clientId: 'bid', postOnly: true },
      },
      {
        call: 'createOrder',
        body: { Pair: sell, amount: { tokenA: SIZE }, price: ask, clientId: 'ask', postOnly: true },
      },
    ],
  });
  const placed = items.slice(2).filter(({ status }) => status === 200);
  console.log(`${placed.length} orders around ${mid}`);
  return placed.length === 2 ? mid : 0;
}

/** If this program is gone for a minute, the exchange cancels the orders of its key. */
const renew = () => millpond.cancelAfter({ seconds: 60 });
await renew();
setInterval(() => renew().catch((error) => console.error(error)), 20_000);

await collectFills();
let mid = await quote();
for await (const event of millpond.events({ own: 'true', kinds: 'swap,matchOrders' })) {
  await collectFills();
  const isOwn = event.order !== undefined;
  if (isOwn || Math.abs((await priceNow()) / mid - 1) > MOVE) mid = await quote();
}
