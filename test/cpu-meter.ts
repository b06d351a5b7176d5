// Measures the CPU time of each test file, for the report at the end of a run (cpu-report.ts).
import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    cpuMs?: number;
  }
}

/** The unit in which Linux states CPU time, on every architecture that Node runs on. */
const TICK_MS = 10;

/**
 * CPU time of this process with its threads and, on Linux, of the programs that it has started and that have ended. PostgreSQL
 * and Chromium, which many files share, outlive the files and are not counted.
 */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + endedProgramsMs();
}

function endedProgramsMs(): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The name, in parentheses, may contain spaces; cutime and cstime are the 14th and 15th fields after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

const before = cpuMs();

// biome-ignore lint/correctness/noEmptyPattern: vitest allows no other first parameter.
afterAll(({}, suite) => {
  suite.file.meta.cpuMs = cpuMs() - before;
});
