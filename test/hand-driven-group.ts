// Group commit on a store whose commits the test completes by hand; each instruction names its sender.
import type { Account } from '../src/core/amount.ts';
import type { Instruction, Outcome } from '../src/core/settle/instruction.ts';
import { GroupCommit, type GroupCommitOptions } from '../src/ledger/group-commit.ts';

const instruction = (name: string): Instruction => ({
  actor: name as Account,
  command: { kind: 'registerToken', token: { address: name as never, symbol: name, decimals: 0 } },
});
/** An outcome that names the sender it answers. */
const answerTo = ({ actor }: Instruction): Outcome => ({ refusal: { code: 'token_exists', token: actor } });
export const answer = (name: string): Outcome => answerTo(instruction(name));
const namesOf = (batch: readonly Instruction[]) => batch.map(({ actor }) => actor).join(' ');

/** A store whose commits wait until the test completes them. */
class HandDriven {
  readonly batches: string[] = [];
  #waiting: { succeed(): void; fail(error: Error): void }[] = [];
  #arrivals: (() => void)[] = [];

  commit = (batch: readonly Instruction[]): Promise<readonly Outcome[]> => {
    this.batches.push(namesOf(batch));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ succeed: () => resolve(batch.map(answerTo)), fail: reject });
      this.#arrivals.shift()?.();
    });
  };

  /** Waits for the next commit and completes it, or fails it with the error. */
  async end(error?: Error): Promise<void> {
    await this.arrival();
    const commit = this.#waiting.shift();
    if (error) commit?.fail(error);
    else commit?.succeed();
  }

  async arrival(): Promise<void> {
    if (this.#waiting.length > 0) return;
    await new Promise<void>((resolve) => this.#arrivals.push(resolve));
  }
}

export const openGroup = (options: Partial<GroupCommitOptions> = {}) => {
  const store = new HandDriven();
  const group = new GroupCommit(store, { maxBatch: 100, maxQueue: 100, maxWaitMs: 1000, ...options });
  const submit = (...names: string[]) => names.map((name) => group.submit(instruction(name)));
  /** Submits an instruction with an idempotency key. */
  const submitKeyed = (name: string, key: string) =>
    group.submit({ ...instruction(name), idempotency: { key, fingerprint: name } });
  /** Submits several at once; an instruction whose name ends in + is linked to the next. */
  const submitAll = (...names: string[]) =>
    group.submitAll(names.map((name) => ({ ...instruction(name), ...(name.endsWith('+') && { linked: true }) })));
  return { store, group, submit, submitKeyed, submitAll };
};
