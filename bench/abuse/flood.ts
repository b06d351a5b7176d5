// node bench/abuse/flood.ts URL NAME: sends one of the abuses until it is stopped, and connects again when it is cut off.
import { connect } from 'node:net';
import { ABUSES, type Abuse } from './abuses.ts';

const [url, name] = process.argv.slice(2) as [string, string];
const { connections, bytes } = ABUSES[name] as Abuse;
const port = Number(new URL(url).port);

for (let count = 0; count < connections; count += 1) flood();

function flood(): void {
  const socket = connect(port, '127.0.0.1');
  const send = () => socket.write(bytes(), () => socket.destroyed || send());
  // Reads the answers: backpressure alone would throttle a flood that does not.
  socket
    .on('connect', send)
    .on('data', () => {})
    .on('error', () => {})
    .on('close', flood);
}
