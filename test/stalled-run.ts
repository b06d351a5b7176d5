// A reporter that ends a stalled run. A test that never yields to the event loop has no time limit of its own: the worker
// that should end it is busy.
import { spawnSync } from 'node:child_process';
import type { Reporter, TestModule } from 'vitest/node';

/** Longer than any test may take, including its second try. */
const STALLED_MS = 15 * 60_000;

export class StalledRun implements Reporter {
  readonly #running = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  onTestModuleStart({ relativeModuleId }: TestModule): void {
    this.#running.add(relativeModuleId);
    this.#restart();
  }

  onTestCaseResult(): void {
    this.#restart();
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    this.#running.delete(relativeModuleId);
    this.#restart();
  }

  onTestRunEnd(): void {
    clearTimeout(this.#timer);
  }

  #restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      console.error(
        `\nNo test has ended for ${STALLED_MS / 60_000} minutes. Still running: ${[...this.#running].join(', ')}`,
      );
      // A busy worker does not notice that its parent is gone.
      spawnSync('pkill', ['-KILL', '-P', String(process.pid)]);
      process.exit(1);
    }, STALLED_MS).unref();
  }
}
