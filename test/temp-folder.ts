// A fresh folder for each test of a file, removed when the test is over.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** Answers the path that a name has in the current test's folder. */
export function useTempFolder(): (name: string) => string {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millpond-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  return (name) => join(folder, name);
}
