// node ops/testnet-smoke.mjs URL [KEY]: swaps 0.1 TON on a running exchange with VENUE=ton and waits for the chain.
// Nobody has run this on a real network yet; on the devnet it is run by the tests.

const [url, key] = process.argv.slice(2);
if (!url) {
  console.error('usage: node ops/testnet-smoke.mjs http://127.0.0.1:8080 [API key]');
  process.exit(2);
}

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const OFFER = 0.1;
const LONGEST_MS = 300_000;

async function call(path, body) {
  const response = await fetch(`${url}${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }),
      ...(key && { Authorization: `Bearer ${key}` }),
    },
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.error}`);
  return answer.data ?? answer;
}

const { venue } = await call('/whoami');
if (venue !== 'ton') throw new Error(`${url} settles on ${venue}, not on TON`);
const wallet = await call('/getWallet');
console.log(`wallet ${wallet.address} holds ${wallet.ton} TON`);
const { pools } = await call('/getPools');
const pool = pools.find(({ jetton0, jetton1 }) => [jetton0, jetton1].includes(TON));
if (!pool) throw new Error('no pool with TON is listed');
const tokenB = pool.jetton0 === TON ? pool.jetton1 : pool.jetton0;
const quote = await call(`/getQuote?tokenA=${TON}&tokenB=${tokenB}&amount=${OFFER}`);
console.log(`quote  ${OFFER} TON for ${quote.amountB}`);
const { transactionId } = await call('/createSwap', { Pair: { tokenA: TON, tokenB }, amount: { tokenA: OFFER } });
const begun = Date.now();
for (;;) {
  const swap = await call(`/getSwap?transactionId=${transactionId}`);
  if (swap.status === 'completed') {
    console.log(`paid   ${swap.amountB}, network fee ${swap.networkFee} TON, transaction ${swap.transactionHash}`);
    break;
  }
  if (swap.status === 'failed') throw new Error(`failed: ${swap.reason}`);
  if (Date.now() - begun > LONGEST_MS) throw new Error(`still pending after ${LONGEST_MS / 1000} s: ${transactionId}`);
  await new Promise((resolve) => setTimeout(resolve, 2000));
}
