// Runs axe, the accessibility checker, on the current page.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Returns the violations of all rules, or only of the named ones, or of all but contrast, which takes as long as all others. */
export async function violations(
  page: Page,
  rules?: readonly string[] | 'all but contrast',
): Promise<readonly string[]> {
  // Frames would need axe too; the page has none.
  expect(page.frames()).toHaveLength(1);
  // Injected once per document: loading it takes longer than most rules.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE);
  const chosen =
    rules === 'all but contrast' ? { rules: { 'color-contrast': { enabled: false } } } : rules && { runOnly: rules };
  const options = { resultTypes: ['violations'], ...chosen };
  const found: { id: string; nodes: { html: string }[] }[] = await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
