// The README's example is example.test.ts, which runs like any other test.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test("the README's example is the one that is tested", () => {
  const example = readFileSync('devnet/test/example.test.ts', 'utf8').replace(
    '../src/index.ts',
    '@millpond/ton-devnet',
  );
  expect(readFileSync('devnet/README.md', 'utf8')).toContain(`\`\`\`ts\n${example}\`\`\`\n`);
});
