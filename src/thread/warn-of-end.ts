// Prints a warning that a thread has ended unasked, for owners without an `onEnd` callback.
export function warnOfEnd(module: string, why: string): void {
  const name = module.split('/').slice(-3).join('/');
  process.emitWarning(`the thread of ${name} has ended: ${why}`, { type: 'ThreadEnded' });
}
