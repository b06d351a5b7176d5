// The load, in a process of its own: swaps back and forth over one pool, as fast as they are answered.
// It writes ready-made bytes and reads no more of an answer than it must, so that on two cores it is not what is measured.
import { once } from 'node:events';
import { connect } from 'node:net';

const [url = '', seconds = '5', connections = '64'] = process.argv.slice(2);
const { hostname, port, host } = new URL(url);
const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const REQUESTS = [swap(TON, USDT, 0.1), swap(USDT, TON, 0.3)];

const latenciesMs: number[] = [];
let refused = 0;
const startMs = performance.now();
const endMs = startMs + Number(seconds) * 1000;
await Promise.all(Array.from({ length: Number(connections) }, (_, index) => trade(index)));
const elapsedSeconds = (performance.now() - startMs) / 1000;

latenciesMs.sort((a, b) => a - b);
const percentile = (part: number) => Number(latenciesMs[Math.floor(latenciesMs.length * part)]?.toFixed(2));
console.log(
  JSON.stringify({
    perSecond: latenciesMs.length / elapsedSeconds,
    refused,
    p50: percentile(0.5),
    p99: percentile(0.99),
  }),
);

/** One connection that sends the next swap when the last is answered. */
async function trade(index: number): Promise<void> {
  const socket = connect(Number(port), hostname).setNoDelay(true);
  let sentMs = 0;
  let count = index;
  let rest = '';
  const send = () => {
    sentMs = performance.now();
    socket.write(REQUESTS[count++ % REQUESTS.length] as string);
  };
  socket.setEncoding('latin1').on('data', (text: string) => {
    rest += text;
    if (!isWhole(rest)) return;
    latenciesMs.push(performance.now() - sentMs);
    if (!rest.startsWith('HTTP/1.1 200')) refused += 1;
    rest = '';
    if (performance.now() < endMs) send();
    else socket.end();
  });
  socket.on('connect', send);
  await once(socket, 'close');
}

/** Whether an answer has come to its end, by its Content-Length. */
function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /content-length: (\d+)/i.exec(answer)?.[1];
  return answer.length >= headEnd + 4 + Number(length);
}

function swap(tokenA: string, tokenB: string, amount: number): string {
  const body = JSON.stringify({ Pair: { tokenA, tokenB }, amount: { tokenA: amount } });
  const head = ['POST /createSwap HTTP/1.1', `Host: ${host}`, 'Content-Type: application/json'];
  return `${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
