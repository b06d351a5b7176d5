// An accepted accent is readable everywhere on the page in both themes; a refused one comes with a suggestion that is. Takes 0.3 s.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Accent, type AccentFault, accentOf, GROUNDS, INKS, pairsOf, stylesheetOf } from './accent.ts';
import { contrast, fromOklch, printColour, type Rgb, readColour, toOklch } from './colour.ts';

const hex = (text: string) => readColour(text) as Rgb;
const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((rgb) => printColour(rgb as unknown as Rgb));
const isAccent = (found: Accent | AccentFault | null): found is Accent => found !== null && 'light' in found;

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4.0],
  ['#17594f', '#f3f2ea', 7.28],
  ['#abcdef', '#abcdef', 1],
])('contrast of %s and %s is %s, as WCAG defines it', (one, other, expected) => {
  expect(contrast(hex(one), hex(other))).toBeCloseTo(expected, 1);
  expect(contrast(hex(other), hex(one))).toBe(contrast(hex(one), hex(other)));
});

test('a colour survives the conversion to OKLCH and back', () => {
  fc.assert(fc.property(colour, (text) => printColour(fromOklch(toOklch(hex(text)))) === text));
});

test('the background and text colours that contrast is checked against are those of tokens.css', () => {
  const tokens = readFileSync('web/src/tokens.css', 'utf8');
  const named = (name: string) => [...(new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? [])];
  for (const name of ['paper', 'sheet', 'water', 'water-deep'] as const)
    expect(named(name).slice(1)).toEqual([printColour(GROUNDS.light[name]), printColour(GROUNDS.dark[name])]);
  for (const [at, name] of ['ink', 'soft', 'faint'].entries())
    expect(named(name).slice(1)).toEqual([INKS.light[at], INKS.dark[at]].map((ink) => printColour(ink as Rgb)));
});

test('an accepted accent has AA contrast in both themes; a refused one comes with a suggestion that is accepted', () => {
  const check = (text: string) => {
    const found = accentOf(text);
    if (!isAccent(found)) {
      const { nearest, contrast, needed } = found as AccentFault;
      expect(contrast).toBeLessThan(needed);
      expect(isAccent(accentOf(nearest)), `${text} → ${nearest}`).toBe(true);
      return;
    }
    expect(printColour(found.light.pond)).toBe(text);
    for (const theme of ['light', 'dark'] as const) {
      for (const { pair, contrast, needed } of pairsOf(found[theme], theme))
        expect(contrast, pair).toBeGreaterThanOrEqual(needed);
      for (const ink of INKS[theme]) expect(contrast(ink, found[theme].water)).toBeGreaterThanOrEqual(4.5);
    }
  };
  fc.assert(fc.property(colour, check), { numRuns: 60 });
  for (const edge of ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#808080']) check(edge);
});

test.each([
  ['#17594f', 'accepted'],
  ['#5b21b6', 'accepted'],
  ['#b91c1c', 'accepted'],
  ['#1d4ed8', 'accepted'],
  ['#ffd400', 'text on'],
  ['#ffffff', 'text on'],
])('the accent %s is accepted, or the pair of colours with too little contrast is named: %s', (text, expected) => {
  const found = accentOf(text);
  expect(isAccent(found) ? 'accepted' : (found as AccentFault).pair).toContain(expected);
});

test.each(['', 'red', '#fff', '#17594f;}body{display:none', '#17594f\n', 'url(x)', '#17594g', '17594f', '#17594fff'])(
  '%j is refused as an accent: it is not # and six hex digits',
  (text) => expect(accentOf(text)).toBeNull(),
);

test('the stylesheet of an accent contains only custom properties with hex colours', () => {
  const css = stylesheetOf(accentOf('#5b21b6') as Accent);
  expect(css).toMatch(/^:root:root\{(--[a-z-]+:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\);?)+\}\n$/);
});
