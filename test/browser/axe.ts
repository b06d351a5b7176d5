// What axe finds wrong with a page as it is shown.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** By all rules, unless some are named. */
export async function violations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // It would have to be loaded into frames too.
  expect(page.frames()).toHaveLength(1);
  // Loading it takes longer than most of its rules do, so each document gets it once.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const found: { id: string; nodes: { html: string }[] }[] = await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
