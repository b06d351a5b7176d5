// A database file whose path cannot be resolved counts as lost.
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/crash/process.ts';
import { FileGuard, identityOf, refuseLost } from './file-identity.ts';

test('while the path cannot be resolved, writes fail as lost with the reason; once it can be resolved again, they pass', () => {
  const path = `${temporaryDirectory()}/exchange.db`;
  writeFileSync(path, '');
  const [open, guard] = [identityOf(path), new FileGuard(path)];
  refuseLost(path, open);
  renameSync(path, `${path}.away`);
  symlinkSync(path, path);
  expect(() => refuseLost(path, open)).toThrow(
    expect.objectContaining({
      name: 'StoreUnavailable',
      reason: 'lost',
      message: expect.stringMatching(
        /exchange\.db: it can no longer be found \(ELOOP: .* while it was in use; nothing is saved/,
      ),
    }),
  );
  expect(() => guard.before()).toThrow(expect.objectContaining({ reason: 'lost' }));
  expect(() => guard.after()).toThrow(expect.objectContaining({ name: 'OutcomeUnknown' }));
  rmSync(path);
  renameSync(`${path}.away`, path);
  refuseLost(path, open);
  guard.before();
});
