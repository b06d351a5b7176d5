// Before all tests: a PostgreSQL for those that want one, or the server that TEST_DATABASE_URL names.
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
  // What is asked of it here is what a program does, and not what a power cut leaves.
  // And what it would find out about the tables of a test by itself depends on how long the test takes.
  const server = await startPostgres(['fsync=off', 'full_page_writes=off', 'autovacuum=off']);
  project.provide('postgresUrl', server.url);
  return server.stop;
}
