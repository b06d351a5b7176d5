// A fresh folder for each test, removed afterwards.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** Returns the path of a name in the current test's folder. */
export function useTempFolder(): (name: string) => string {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millpond-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  return (name) => join(folder, name);
}
