// An SQLite tail for a thread that crashes, or fails to start, if a certain file exists.
import { existsSync, rmSync } from 'node:fs';
import type { Tail } from '../../src/ports/tail.ts';
import * as sqlite from '../../src/store/sqlite/tail.ts';

type Options = Parameters<typeof sqlite.openTail>[0] & { readonly faults: string };

export function openTail({ faults, ...options }: Options): Tail {
  if (existsSync(`${faults}/cannot-start`)) throw new Error('no thread today');
  const tail = sqlite.openTail(options);
  return {
    snapshotCost: tail.snapshotCost,
    everything: () => tail.everything(),
    next(...asked) {
      if (existsSync(`${faults}/die`)) {
        rmSync(`${faults}/die`);
        process.exit();
      }
      return tail.next(...asked);
    },
    page: (...asked) => tail.page(...asked),
    pick: (...asked) => tail.pick(...asked),
    activity: (...asked) => tail.activity(...asked),
    tokens: () => tail.tokens(),
    holdings: (...asked) => tail.holdings(...asked),
    orders: (...asked) => tail.orders(...asked),
    clock: () => tail.clock(),
    close: () => tail.close(),
  };
}
