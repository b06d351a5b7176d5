// A bot that holds TON while its price is above its moving average, and USDT otherwise.
// It may be killed at any moment: what it holds is in its trades, and an order is named after its candle, so it is placed once.
import { setTimeout as sleep } from 'node:timers/promises';
import millpond from '@millpond/ccxt';
import { errors } from 'ccxt';

const { EXCHANGE = 'http://127.0.0.1:8080', KEY = '', EVERY_MS = '10000' } = process.env;
const [SYMBOL, TIMEFRAME, CANDLES, AMOUNT] = ['TON/USDT', '1h', 20, 10] as const;

const exchange = new millpond({ urls: { api: { rest: EXCHANGE } }, apiKey: KEY });

async function decide(): Promise<void> {
  const candles = await exchange.fetchOHLCV(SYMBOL, TIMEFRAME, undefined, CANDLES);
  const closes = candles.map((candle) => Number(candle[4]));
  const [last, average] = [closes.at(-1) ?? 0, closes.reduce((sum, close) => sum + close, 0) / closes.length];
  const [latest] = (await exchange.fetchMyTrades(SYMBOL, undefined, 1)).slice(-1);
  const holds = latest?.side === 'buy';
  if (last > average === holds) return;
  const side = holds ? 'sell' : 'buy';
  // A candle in which the price crosses its average again sees one more order of each side.
  const name = `${side}-${candles.at(-1)?.[0]}-after-${latest?.id ?? 'none'}`;
  const order = await exchange.createOrder(SYMBOL, 'market', side, AMOUNT, undefined, { clientOrderId: name });
  console.log(`${side} ${order.amount} at ${order.average}`);
}

for (;;) {
  try {
    await decide();
  } catch (error) {
    // The exchange is away or busy, or the swap was refused: the next round looks again.
    if (!(error instanceof errors.NetworkError || error instanceof errors.ExchangeError)) throw error;
    console.error(error.message);
  }
  await sleep(Number(EVERY_MS));
}
