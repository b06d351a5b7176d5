// Kills the server with -9 during a press, before and after the commit: after a restart the page repeats it, with one effect.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Server, temporaryDirectory } from '../crash/process.ts';
import { describeInBrowser, useStage } from './stage.ts';
import { countSwaps, lastSwap, panelOf, TON, USDT } from './swap-market.ts';

/** A proxy to the current server that can drop the request or the answer of a press. */
class Passage {
  target = 0;
  /** Called for the request and the answer of a press; false drops it. */
  onPress: ((what: 'asked' | 'answered') => boolean) | null = null;
  readonly #open = new Set<Socket>();
  readonly #server = createServer((from) => this.#pass(from));

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    onTestFinished(() => {
      this.cut();
      this.#server.close();
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #pass(from: Socket): void {
    const to = connect(this.target, '127.0.0.1');
    let isPress = false;
    from.on('data', (bytes) => {
      isPress ||= bytes.toString('latin1').startsWith('POST /createSwap');
      if (!isPress || (this.onPress?.('asked') ?? true)) to.write(bytes);
    });
    to.on('data', (bytes) => {
      if (!isPress || (this.onPress?.('answered') ?? true)) from.write(bytes);
    });
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      this.#open.add(socket.on('error', () => {}));
      socket.on('close', () => {
        this.#open.delete(socket);
        other.destroy();
      });
    }
  }
}

describeInBrowser('kill -9 during a press', () => {
  const stage = useStage({});

  test.each(['asked', 'answered'] as const)('a swap that is %s at that moment is made once', async (moment) => {
    const database = join(temporaryDirectory(), 'millpond.db');
    const start = () => Server.start(database);
    let server = await start();
    const passage = new Passage();
    const aim = () => {
      passage.target = Number(new URL(server.url).port);
    };
    aim();
    const origin = await passage.start();
    const path = `/?pay=${TON}&receive=${USDT}&amount=12.5`;
    const page = await stage.open(path, { origin, mayLog: /ERR_|status of 5\d\d/ });
    const { button, text, said, done } = panelOf(page);
    const { receive } = await said();
    const target = { url: server.url, port: passage.target };
    const before = await countSwaps(target);
    const killed = new Promise<void>((resolve) => {
      passage.onPress = (what) => {
        if (what !== moment) return true;
        server.signal('SIGKILL');
        server.ended.then(() => {
          passage.cut();
          resolve();
        });
        return false;
      };
    });
    await button(/^Swap 12.5 TON for /).click();
    await killed;
    passage.onPress = null;
    await text('Checking the outcome').waitFor();
    server = await start();
    aim();
    await done();
    const now = { url: server.url, port: passage.target };
    expect(await countSwaps(now)).toBe(before + 1);
    expect(await lastSwap(now)).toMatchObject({ amountA: '12.5', amountB: receive });
    await text(/As quoted\./).waitFor();
  });
});
