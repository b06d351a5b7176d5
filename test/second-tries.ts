// A reporter that names tests which passed only on their second try: each is a defect, of the test or of the program.
import type { Reporter, TestModule } from 'vitest/node';

export class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules
      .flatMap((module) => [...module.children.allTests()])
      .filter((test) => test.diagnostic()?.flaky);
    if (flaky.length === 0) return;
    console.log(`\nPassed only on the second try (${flaky.length}), to be looked into:`);
    for (const test of flaky) {
      console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`);
      for (const error of test.result().errors ?? []) console.log(`    ${error.message.split('\n')[0]}`);
    }
  }
}
