// Visible names: every invisible character is reported, and so is text that is not in composed form.
import { expect, test } from 'vitest';
import { faultIn } from './names.ts';

const unseen = (point: string) => `contains ${point}, an invisible character`;

test.each([
  '',
  'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
  'a plain space',
  'café',
  'ячмень',
  '果',
  '🌽',
  'क्षि',
])('the name %j has no fault', (text) => expect(faultIn(text)).toBeUndefined());

test.each([
  ['a\tb', unseen('U+0009')],
  ['a\u0000', unseen('U+0000')],
  ['a\u00adb', unseen('U+00AD')],
  ['a\u00a0b', unseen('U+00A0')],
  ['a\u3000b', unseen('U+3000')],
  ['a\u200d', unseen('U+200D')],
  ['\u2028', unseen('U+2028')],
  ['\u2029', unseen('U+2029')],
  ['\u2800', unseen('U+2800')],
  ['❤\ufe0f', unseen('U+FE0F')],
  ['\u3164', unseen('U+3164')],
  ['\uffa0', unseen('U+FFA0')],
  ['a\u{e0100}', unseen('U+E0100')],
  ['\ue000', unseen('U+E000')],
  ['a\ud800', unseen('U+D800')],
  ['a\ufffd', unseen('U+FFFD')],
  ['cafe\u0301', 'is not in Unicode normal form (NFC) at U+0301'],
  ['\u2126', 'is not in Unicode normal form (NFC) at U+2126'],
  ['\u1100\u1161', 'is not in Unicode normal form (NFC) at U+1161'],
])('the name %j is reported: it %s', (text, fault) => expect(faultIn(text)).toBe(fault));
