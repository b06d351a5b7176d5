// The load, in a process of its own: swaps back and forth over one pool, as fast as they are answered.
import autocannon from 'autocannon';

const [url = '', seconds = '5', connections = '64'] = process.argv.slice(2);
const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const swap = (tokenA: string, tokenB: string, amount: number) => ({
  method: 'POST' as const,
  path: '/createSwap',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ Pair: { tokenA, tokenB }, amount: { tokenA: amount } }),
});

const result = await autocannon({
  url,
  duration: Number(seconds),
  connections: Number(connections),
  requests: [swap(TON, USDT, 0.1), swap(USDT, TON, 0.3)],
});
const { '2xx': answered, non2xx, errors, duration, latency } = result;
console.log(
  JSON.stringify({ perSecond: answered / duration, refused: non2xx + errors, p50: latency.p50, p99: latency.p99 }),
);
