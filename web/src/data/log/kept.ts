// The first and the last checkpoint of the public log that this browser has verified, and an alarm once another contradicts them.
import type { ForkEvidence } from '#client/proof';
import { ofBrowser, type Stored } from '../stored.ts';

/** `changed`: history was rewritten, which the evidence proves. `other`: the log has another name or key, which proves nothing. */
type AlarmKind = 'changed' | 'other';

export type Alarm = {
  readonly kind: AlarmKind;
  /** The signed notes that cannot both be true. */
  readonly kept: string;
  readonly shown: string;
  /** The key that the exchange names for the second. */
  readonly vkey: string;
  readonly atMs: number;
  /** Of `changed`. */
  readonly evidence?: ForkEvidence;
};

export type RememberedLog = {
  /** The key of the log, trusted since the first visit. */
  readonly vkey: string;
  readonly first: string;
  readonly firstAtMs: number;
  readonly last: string;
  readonly alarm: Alarm | null;
};

/** The number of entries, as a checkpoint names it on its second line. */
export const sizeOf = (note: string): number => Number(note.split('\n', 2)[1]);

export type KeptLog = {
  /** The same object until something else is stored. */
  read(): RememberedLog | null;
  keep(kept: RememberedLog): void;
  /** Forgets the log: the next checkpoint is the first. */
  forget(): void;
  subscribe(listener: () => void): () => void;
};

const NAME = 'millpond log';

export function keptLog(storage: Stored = ofBrowser): KeptLog {
  const listeners = new Set<() => void>();
  let known: { readonly text: string | null; readonly kept: RememberedLog | null } = { text: null, kept: null };
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    read() {
      const text = storage.getItem(NAME);
      if (text !== known.text) known = { text, kept: parse(text) };
      return known.kept;
    },
    keep(kept) {
      storage.setItem(NAME, JSON.stringify(kept));
      changed();
    },
    forget() {
      storage.removeItem(NAME);
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      // Another tab has stored something.
      globalThis.addEventListener?.('storage', listener);
      return () => {
        listeners.delete(listener);
        globalThis.removeEventListener?.('storage', listener);
      };
    },
  };
}

/** Null for anything that this page has not written. */
function parse(text: string | null): RememberedLog | null {
  try {
    const { vkey, first, firstAtMs, last, alarm } = JSON.parse(text ?? '');
    const isKept = areTexts(vkey, first, last) && typeof firstAtMs === 'number';
    return isKept ? { vkey, first, firstAtMs, last, alarm: isAlarm(alarm) ? alarm : null } : null;
  } catch {
    return null;
  }
}

const areTexts = (...values: readonly unknown[]): boolean => values.every((value) => typeof value === 'string');

function isAlarm(value: unknown): value is Alarm {
  const { kind, kept, shown, vkey, atMs, evidence } = (value ?? {}) as Partial<Alarm>;
  const isKnown = kind === 'other' || (kind === 'changed' && evidence !== undefined);
  return isKnown && areTexts(kept, shown, vkey) && typeof atMs === 'number';
}

export const ownLog = keptLog();
