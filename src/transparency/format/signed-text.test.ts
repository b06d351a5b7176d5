// No kind of signed text passes for another, nor for that of another log with the same key.
import { expect, test } from 'vitest';
import { checkpointText, parseCheckpoint } from './checkpoint.ts';
import { newKeyFile, signingKey } from './keys.ts';
import { signNotCounted } from './not-counted.ts';
import { openNote, signNote } from './note.ts';
import { signReceipts } from './receipt.ts';
import { mayBeOrigin, openLines, type SignedKind, signLines } from './signed-text.ts';

const FILE = newKeyFile();
const keyOf = (origin: string) => signingKey(FILE, origin, 'note');
const LOG = keyOf('example.com/log');
const ROOT = Buffer.alloc(32, 7);

const NOTES: Readonly<Record<SignedKind, string>> = {
  checkpoint: signNote(checkpointText({ origin: LOG.name, size: 1, root: ROOT }), LOG),
  receipt: signReceipts([{ sequence: 1, entry: ROOT, atMs: 0 }], LOG)[0]?.note as string,
  notCounted: signNotCounted({ account: 'ann', token: 'EQtoken', list: 'ab'.repeat(32), atMs: 0 }, LOG),
  audited: signLines('audited', ['1', 'ab'.repeat(32)], LOG),
};
const KINDS = Object.keys(NOTES) as SignedKind[];

test.each(KINDS)(
  'a note of the kind %s is opened as such, as no other kind, and with no key of another log',
  (kind) => {
    expect(openLines(kind, NOTES[kind], LOG)[0]).toBe(kind === 'notCounted' ? 'ann' : '1');
    for (const other of KINDS.filter((one) => one !== kind))
      expect(() => openLines(other, NOTES[kind], LOG)).toThrow('the note begins with "example.com/log');
    expect(() => openLines(kind, NOTES[kind], keyOf('example.com/log/2'))).toThrow('not signed by');
  },
);

test.each(KINDS.filter((kind) => kind !== 'checkpoint'))(
  'a %s is not read as a checkpoint of a log with a longer name',
  (kind) => {
    const { text } = openNote(NOTES[kind], [LOG]);
    expect(() => parseCheckpoint(text)).toThrow(/is no checkpoint|three lines|size/);
    const [name = ''] = text.split('\n');
    expect(mayBeOrigin(name)).toBe(false);
    // The signature fits this key too: it is of the same text.
    const relabelled = NOTES[kind].replace(/— .*\n/u, signNote(text, keyOf(name)).split('\n\n')[1] as string);
    expect(() => openLines('checkpoint', relabelled, keyOf(name))).toThrow('the note begins with');
    expect(() => signLines('checkpoint', ['1', ROOT.toString('base64')], keyOf(name))).toThrow('cannot be named');
  },
);

test.each([[['']], [['a\nb']]])('the lines %j are not signed, since the text would have two readings', (lines) => {
  expect(() => signLines('notCounted', lines, LOG)).toThrow('empty or contains a newline');
});
