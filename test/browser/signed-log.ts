// A public log of the exchange of a stage, which is signed and extended when a test asks for it.
import { hash } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { openProjection, type Projection } from '../../src/ports/projection.ts';
import { LOG_KIND } from '../../src/ports/public-log.ts';
import { newKeyFile } from '../../src/transparency/format/keys.ts';
import { stateOwed } from '../../src/transparency/liabilities/keeper.ts';
import { Recorder } from '../../src/transparency/log/recorder.ts';
import { FileSigner } from '../../src/transparency/log/signer.ts';
import { recordAll } from '../record-all.ts';
import type { Stage } from './stage.ts';

export type SignedLog = {
  /** Adds all that was committed to the log and signs it; `last` names the file in which the signer keeps what it has signed. */
  record(last?: string): Promise<void>;
  /** Adds up what is owed, on a thread of its own as a server does, and states it in the journal. */
  stateLiabilities(): Promise<void>;
};

/** The stage's server must be started with `log: 'signed'`, or with this key, with which it then signs statements itself. */
export function useSignedLog(stage: Stage, key = newKeyFile()): SignedLog {
  let projection: Projection;
  beforeAll(async () => {
    const { store } = stage.server;
    const body = JSON.stringify({ origin: 'example.com/log', secret: hash('sha256', 'secret'), firstSequence: 1 });
    await store.sideRecords.change([{ kind: LOG_KIND, id: '1', version: 0, body }], { nowMs: Date.now() });
    projection = await openProjection(store.projection);
  });
  afterAll(() => projection?.close());
  return {
    async record(last = 'last') {
      const signer = new FileSigner(key, `${stage.server.path}.${last}`);
      await recordAll(new Recorder(projection, { signer, checkpointEveryMs: 1 }), projection);
    },
    async stateLiabilities() {
      const { store, exchange } = stage.server;
      await stateOwed(store, exchange, { everyMs: 0, signal: new AbortController().signal });
    },
  };
}
