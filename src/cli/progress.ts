// Shows the progress of a command: on a terminal as one line that is rewritten, otherwise as a new line every few seconds.
const BAR_CELLS = 24;
const EVERY_MS = { terminal: 100, file: 5000 };

export type Progress = {
  /** Shows how much of a step is done; `total` is 0 if unknown. */
  show(step: string, done: number, total: number): void;
  /** Ends the rewritten line, so that later output begins on a new one. */
  end(): void;
};

export function progressOn(stream: NodeJS.WriteStream): Progress {
  const everyMs = stream.isTTY ? EVERY_MS.terminal : EVERY_MS.file;
  let [shownStep, shownDone, shownAtMs] = ['', 0, 0];
  return {
    show(step, done, total) {
      const nowMs = performance.now();
      if (step === shownStep && (done === shownDone || (done !== total && nowMs - shownAtMs < everyMs))) return;
      if (stream.isTTY && step !== shownStep && shownStep !== '') stream.write('\n');
      [shownStep, shownDone, shownAtMs] = [step, done, nowMs];
      // \x1b[K clears the rest of a longer previous line.
      stream.write(
        stream.isTTY ? `\r${bar(done, total)}${line(step, done, total)}\x1b[K` : `${line(step, done, total)}\n`,
      );
    },
    end() {
      if (stream.isTTY && shownStep !== '') stream.write('\n');
    },
  };
}

function line(step: string, done: number, total: number): string {
  return total === 0 && done > 0
    ? `${step}: ${done}`
    : `${step}: ${done} of ${total} (${Math.floor(part(done, total) * 100)} %)`;
}

function bar(done: number, total: number): string {
  if (total === 0 && done > 0) return '';
  const full = Math.floor(part(done, total) * BAR_CELLS);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_CELLS - full)}] `;
}

const part = (done: number, total: number): number => (total === 0 ? 1 : done / total);
