// Reports a thread that has ended unasked on the standard error output, for owners that have no log.
export function warnOfEnd(module: string, why: string): void {
  const name = module.split('/').slice(-3).join('/');
  process.emitWarning(`the thread of ${name} has ended: ${why}`, { type: 'ThreadEnded' });
}
