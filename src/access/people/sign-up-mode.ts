// Who may sign up: as configured, unless an operator has changed it since.
import type { Account } from '../../core/amount.ts';
import type { SideRecords } from '../../ports/side-records.ts';
import { SideKind } from '../side-kind.ts';
import { update } from '../update.ts';

/** `off`: no one; `invite`: people with an invitation; `open`: anyone. */
const SIGN_UP_MODES = ['off', 'invite', 'open'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

type Switched = { readonly mode: SignUpMode; readonly by: Account; readonly atMs: number };

/** Reads the mode from the store for every request, so that a change applies on every node at once. */
export class SignUpSwitch {
  readonly #records: SideRecords;
  readonly #kind: SideKind<Switched>;
  readonly #setting: SignUpMode;

  constructor(records: SideRecords, setting: SignUpMode) {
    this.#records = records;
    this.#kind = new SideKind(records, 'sign-up');
    this.#setting = setting;
  }

  async mode(): Promise<SignUpMode> {
    return (await this.#kind.find('mode'))?.body.mode ?? this.#setting;
  }

  /** Null restores the configured mode. */
  turn(mode: SignUpMode | null, by: Account, nowMs: number): Promise<SignUpMode> {
    return update(this.#records, nowMs, async () => {
      const found = await this.#kind.find('mode');
      if (!found && mode === null) return { changes: [], result: this.#setting };
      const body = mode === null ? null : { mode, by, atMs: nowMs };
      const put = this.#kind.put({ id: 'mode', version: found?.version ?? 0, body });
      return { changes: [put], result: mode ?? this.#setting };
    });
  }
}
