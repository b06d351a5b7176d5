// Reports the slowest test files after a whole run, since a suite grows slow one file at a time.
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;

export class DearestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return;
    const files = modules
      .map((module) => ({ name: relative('.', module.moduleId), ms: msOf(module) }))
      .toSorted((a, b) => b.ms - a.ms);
    const all = files.reduce((sum, { ms }) => sum + ms, 0);
    console.log(`\nThe ${SHOWN} dearest of ${files.length} files, which took ${seconds(all)} s one after another:`);
    for (const { name, ms } of files.slice(0, SHOWN)) console.log(`${seconds(ms).padStart(7)} s  ${name}`);
  }
}

function msOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return collectDuration + setupDuration + duration;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
