// A start that must be refused: exit code 2, one line for the operator, and no stack trace.
import { expect } from 'vitest';
import { MAIN, Program } from './process.ts';

export async function expectRefusedStart(
  database: string,
  reason: string,
  { user = [], flags = ['--demo'] }: { user?: readonly string[]; flags?: readonly string[] } = {},
): Promise<void> {
  const command = [...user, process.execPath, MAIN, 'serve', ...flags] as [string, ...string[]];
  const program = new Program(command, { DATABASE_URL: `sqlite:${database}`, PORT: '0', BUSY_TIMEOUT: '200' });
  await expect(program.printed(/Server listening/)).rejects.toThrow('ended with 2');
  expect(program.stderr).toBe(`millpond: ${database}: ${reason}\n`);
  expect(program.stdout).toBe('');
}
