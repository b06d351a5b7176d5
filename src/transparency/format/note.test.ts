import { expect, test } from 'vitest';
import witness from '../../../test/log/vectors/witness.json' with { type: 'json' };
import { checkpointText, parseCheckpoint } from './checkpoint.ts';
import { MalformedLogText } from './format.ts';
import { newKeyFile, parseVkey, signingKey, verifierKey, vkeyOf } from './keys.ts';
import { openNote, signatureLine, signNote, Unverified } from './note.ts';

// The example of C2SP signed-note.
const C2SP_VKEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const C2SP_NOTE =
  'This is an example message.\n\n' +
  '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';

test('the note of C2SP opens with its key', () => {
  const key = parseVkey(C2SP_VKEY);
  expect(vkeyOf(key)).toBe(C2SP_VKEY);
  expect(openNote(C2SP_NOTE, [key]).text).toBe('This is an example message.\n');
  expect(openNote(Buffer.from(C2SP_NOTE), [key]).signatures).toMatchObject([{ key }]);
});

// The example of Go's sumdb/note.
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const ENOCH = 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop';
const GO_TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const GO_NOTE =
  `${GO_TEXT}\n` +
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n' +
  '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n';

test("Go's note opens with one key or both; unknown signatures are ignored", () => {
  const [peter, enoch] = [PETER, ENOCH].map(parseVkey) as [ReturnType<typeof parseVkey>, ReturnType<typeof parseVkey>];
  expect(openNote(GO_NOTE, [peter, enoch]).signatures.map(({ key }) => key.name)).toEqual([
    'PeterNeumann',
    'EnochRoot',
  ]);
  expect(openNote(GO_NOTE, [enoch]).signatures.map(({ key }) => key.name)).toEqual(['EnochRoot']);
  expect(() => openNote(GO_NOTE, [parseVkey(C2SP_VKEY)])).toThrow(Unverified);
  expect(() => openNote(GO_NOTE, [])).toThrow('any known key');
});

test('a checkpoint of sum.golang.org opens', () => {
  const { text } = openNote(witness.sumdb.checkpoint, [parseVkey(witness.sumdb.vkey)]);
  expect(parseCheckpoint(text)).toMatchObject({ origin: 'go.sum database tree', size: 35_225_469, extensions: [] });
  expect(checkpointText(parseCheckpoint(text))).toBe(text);
});

const LOG = signingKey(newKeyFile(), 'exchange.example/log', 'note');
const WITNESS = signingKey(newKeyFile(), 'witness.example/w1', 'cosignature');
const TEXT = checkpointText({ origin: 'exchange.example/log', size: 7, root: Buffer.alloc(32, 1) });

test('a signed checkpoint with a cosignature opens with both keys, and tells the time of the cosignature', () => {
  const note = signNote(TEXT, LOG) + signatureLine(WITNESS, TEXT, 1_679_315_147);
  const keys = [LOG, WITNESS].map((key) => parseVkey(vkeyOf(key)));
  const { text, signatures } = openNote(note, keys);
  expect(text).toBe(TEXT);
  expect(signatures.map(({ key, time }) => [key.name, time])).toEqual([
    ['exchange.example/log', undefined],
    ['witness.example/w1', 1_679_315_147],
  ]);
  expect(text + signatures.map(({ line }) => line).join('')).toBe(note.replace('\n\n', '\n'));
});

test('a known key that signed something else makes the whole note invalid', () => {
  const note = signNote(TEXT, LOG) + signatureLine(WITNESS, `${TEXT}more\n`, 1);
  expect(openNote(note, [LOG]).text).toBe(TEXT);
  expect(() => openNote(note, [LOG, WITNESS])).toThrow('the signature of witness.example/w1 does not fit');
  // The same key under the other type has another id, so its signature is unknown.
  expect(() => openNote(note, [verifierKey(WITNESS.name, 'note', WITNESS.publicKey)])).toThrow('not signed by');
});

const LINE = signatureLine(LOG, TEXT);
test.each([
  ['no empty line', TEXT + LINE],
  ['no signature', `${TEXT}\n`],
  ['no newline at the end', `${TEXT}\n${LINE}`.slice(0, -1)],
  ['a control character', `${TEXT}\t\n\n${LINE}`],
  ['a carriage return', `${TEXT}\r\n\n${LINE}`],
  ['a lone surrogate', `\ud800${TEXT}\n${LINE}`],
  ['bytes that are not UTF-8', Buffer.concat([Buffer.of(0xff), Buffer.from(`${TEXT}\n${LINE}`)])],
  ['a hyphen', `${TEXT}\n${LINE.replace('—', '-')}`],
  ['two spaces', `${TEXT}\n${LINE.replace('— ', '—  ')}`],
  ['a plus in the name', `${TEXT}\n${LINE.replace('log', 'l+g')}`],
  ['a signature that is not base64', `${TEXT}\n${LINE.replace(/.=\n/, '!=\n')}`],
  ['a signature of four bytes', `${TEXT}\n— name AAAAAA==\n`],
  ['101 signatures', `${TEXT}\n${LINE.repeat(101)}`],
  ['more than a million bytes', `${'x'.repeat(1_000_000)}\n\n${LINE}`],
])('a note with %s is malformed', (_, note) => {
  expect(() => openNote(note, [LOG])).toThrow(MalformedLogText);
});

test.each([
  ['', 'is not <name>'],
  ['name', 'is not <name>'],
  [C2SP_VKEY.replace('foo', 'fou'), 'does not have the id 530d903a'],
  [C2SP_VKEY.replace('Aeky', 'Beky'), 'of type 5'],
  [C2SP_VKEY.replace('com/foo', 'com /foo'), 'no spaces'],
  [C2SP_VKEY.slice(0, -4), 'has 29 bytes'],
  [C2SP_VKEY.slice(0, -1), 'not base64'],
])('%j is not a key', (vkey, message) => {
  expect(() => parseVkey(vkey)).toThrow(message);
});

test('only private keys of Ed25519 can sign', () => {
  expect(() => signingKey('no key', 'name', 'note')).toThrow('openssl genpkey');
  expect(() => signingKey(newKeyFile(), 'a name', 'note')).toThrow('no spaces');
});

test.each([
  ['two lines', 'origin\n5\n'],
  ['no newline', TEXT.slice(0, -1)],
  ['no origin', TEXT.replace('exchange.example/log', '')],
  ['a leading zero', TEXT.replace('\n7\n', '\n07\n')],
  ['a negative size', TEXT.replace('\n7\n', '\n-7\n')],
  ['a size that is not exact', TEXT.replace('\n7\n', '\n9007199254740993\n')],
  ['a short root', TEXT.replace(/\n[^\n]+\n$/, '\nAAAA\n')],
  ['an empty extension', `${TEXT}\nmore\n`],
])('a checkpoint with %s is malformed', (_, text) => {
  expect(() => parseCheckpoint(text)).toThrow(MalformedLogText);
});

test('extension lines are kept, and lines that would be two are refused', () => {
  const root = Buffer.alloc(32);
  const text = checkpointText({ origin: 'o', size: 0, root, extensions: ['a b', 'c'] });
  expect(parseCheckpoint(text).extensions).toEqual(['a b', 'c']);
  expect(() => checkpointText({ origin: 'o\np', size: 0, root })).toThrow('newline');
  expect(() => checkpointText({ origin: 'o', size: 0, root, extensions: [''] })).toThrow('empty');
});
