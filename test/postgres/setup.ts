// Before all tests: starts a PostgreSQL for those that need one, or uses the server that TEST_DATABASE_URL names.
import type { TestProject } from 'vitest/node';
import { startPostgres } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which databases can be created and dropped. */
    readonly postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('postgresUrl', given);
    return undefined;
  }
  // The tests check programs, not power failures, so syncs are off.
  // Autovacuum is off too, since the statistics it gathers depend on the duration of a test.
  const server = await startPostgres(['fsync=off', 'full_page_writes=off', 'autovacuum=off']);
  project.provide('postgresUrl', server.url);
  return server.stop;
}
