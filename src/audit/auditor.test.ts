// A long audit: shared by all callers, and interrupted when the process ends.
import { expect, test, vi } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { MARKET } from '../../test/store-contract/site.ts';
import { type AuditRecord, type AuditState, SILENT_MS } from '../ports/audits.ts';
import { Auditor } from './auditor.ts';

const on = useExchange(MARKET);
const NEVER = 'export const openJournal = () => new Promise(() => setInterval(() => {}, 1e6))';
const BROKEN = 'export const openJournal = async () => { throw new Error("no way in") }';
const moduleOf = (source: string) => ({ module: `data:text/javascript,${encodeURIComponent(source)}`, options: {} });

test('an audit is shared by all callers in any process, and reported as stopped once it is interrupted', async () => {
  const { audits, head } = on.store;
  const ends: AuditRecord[] = [];
  const one = new Auditor({ audits, head, journal: moduleOf(NEVER) }, (end) => ends.push(end));
  const other = new Auditor(on.store);
  const [first, second] = await Promise.all([one.start(), one.start()]);
  expect([first, second, await other.start()].map(({ id, state }) => [id, state])).toEqual(
    Array(3).fill([first.id, 'running']),
  );
  await other.close();
  await one.close();
  expect(ends).toMatchObject([{ id: first.id, state: 'stopped' }]);
  expect((await other.list({ limit: 9 })).items).toMatchObject([{ id: first.id, state: 'stopped' }]);
  expect(await other.last()).toBeUndefined();
});

test('an audit that cannot start is stopped with the reason, and neither passed nor failed', async () => {
  const { audits, head } = on.store;
  const ended = Promise.withResolvers<AuditRecord>();
  const auditor = new Auditor({ audits, head, journal: moduleOf(BROKEN) }, ended.resolve);
  await auditor.start();
  expect(await ended.promise).toMatchObject({ state: 'stopped', fault: 'no way in' });
  await auditor.close();
});

test('an audit that is running is not started again; callers get its progress', async () => {
  const { audits, head } = on.store;
  const opened = new Int32Array(new SharedArrayBuffer(4));
  const source = `import { parentPort } from 'node:worker_threads';
    export const openJournal = ({ opened }) => {
      Atomics.add(opened, 0, 1);
      parentPort.postMessage({ notice: { checked: 5, head: 9 } });
      return new Promise(() => setInterval(() => {}, 1e6));
    }`;
  // Nothing is recorded, so only the process that runs it knows its progress.
  const log = { ...audits, note: async () => {} };
  const auditor = new Auditor({ audits: log, head, journal: { ...moduleOf(source), options: { opened } } });
  const begun = await auditor.start();
  expect(begun).toMatchObject({ state: 'running', checked: 0, head: 7 });
  await vi.waitFor(async () => {
    expect(await auditor.start()).toMatchObject({ id: begun.id, state: 'running', checked: 5, head: 9 });
  }, 60_000);
  // Another process has its own threads, and only knows what is recorded.
  const other = new Auditor(on.store);
  expect(await other.start()).toMatchObject({ id: begun.id, state: 'running' });
  await other.close();
  expect((await auditor.list({ limit: 9 })).items).toMatchObject([{ id: begun.id, state: 'running', checked: 5 }]);
  expect(opened[0]).toBe(1);
  await auditor.close();
});

test('an audit that starts while the process ends is interrupted too', async () => {
  const { audits, head } = on.store;
  const ends: AuditRecord[] = [];
  const auditor = new Auditor({ audits, head, journal: moduleOf(NEVER) }, (end) => ends.push(end));
  const starting = auditor.start();
  await auditor.close();
  const { id } = await starting;
  expect(ends).toMatchObject([{ id, state: 'stopped' }]);
  expect((await auditor.list({ limit: 9 })).items).toMatchObject([{ id, state: 'stopped' }]);
});

test('an audit whose thread dies is stopped, with the error as the reason', async () => {
  const { audits, head } = on.store;
  const ended = Promise.withResolvers<AuditRecord>();
  const dying = 'export const openJournal = () => new Promise(() => setTimeout(() => { throw new Error("bang") }))';
  const auditor = new Auditor({ audits, head, journal: moduleOf(dying) }, ended.resolve);
  await auditor.start();
  expect(await ended.promise).toMatchObject({ state: 'stopped', fault: 'bang' });
  expect(await auditor.last()).toBeUndefined();
});

test('the progress of an audit is recorded often enough that it is not taken for interrupted', async () => {
  const { audits, head } = on.store;
  const note = vi.fn(async () => {});
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const auditor = new Auditor({ audits: { ...audits, note }, head, journal: moduleOf(NEVER) });
    const { id } = await auditor.start();
    vi.advanceTimersByTime(SILENT_MS);
    expect(note.mock.calls.length).toBeGreaterThan(10);
    expect(note).toHaveBeenLastCalledWith(id, { checked: 0, head: 7 });
    await auditor.close();
  } finally {
    vi.useRealTimers();
  }
});

const ended = (state: AuditState, startedAtMs: number): AuditRecord => ({
  ...{ id: startedAtMs, state, startedAtMs, endedAtMs: startedAtMs, checked: 0, head: 7, after: 0, fault: null },
});
const stops = Array.from({ length: 20 }, (_, at) => ended('stopped', 100 - at));

test.each([
  ['none', [], { doneMs: undefined, failures: 0, triedMs: undefined }],
  ['a result', [ended('failed', 5), ended('stopped', 4)], { doneMs: 5, failures: 0, triedMs: undefined }],
  [
    'tries since',
    [ended('stopped', 9), ended('stopped', 8), ended('passed', 5)],
    { doneMs: 5, failures: 2, triedMs: 9 },
  ],
  ['one that runs', [ended('running', 9), ended('passed', 5)], { doneMs: 5, failures: 0, triedMs: 9 }],
  ['more tries than are read', stops, { doneMs: 2, failures: 20, triedMs: 100 }],
])('the regular audit goes by the last result and the tries since then: %s', async (_, records, standing) => {
  const { audits, head, journal } = on.store;
  const last = async () => (records.length === 20 ? ended('passed', 2) : undefined);
  const auditor = new Auditor({ audits: { ...audits, list: async () => records, last }, head, journal });
  expect(await auditor.standing()).toEqual(standing);
  const empty = new Auditor({ audits, journal, head: async () => 0 });
  expect(await empty.standing()).toBeUndefined();
});

test('a regular audit waits for the end, and throws if there is no result or none could be stored', async () => {
  const { audits, head, journal } = on.store;
  const { signal } = new AbortController();
  await new Auditor(on.store).run(signal);
  expect(await audits.last()).toMatchObject({ state: 'passed', checked: 7 });
  await expect(new Auditor({ audits, head, journal: moduleOf(BROKEN) }).run(signal)).rejects.toThrow('no way in');
  const end = async () => Promise.reject(new Error('the database is away'));
  const ends: AuditRecord[] = [];
  const unstored = new Auditor({ audits: { ...audits, end }, head, journal }, (record) => ends.push(record));
  await expect(unstored.run(signal)).rejects.toThrow('the database is away');
  expect(ends).toMatchObject([{ state: 'passed' }]);
});

test('a regular audit ends with its signal, and leaves one that runs elsewhere alone', async () => {
  const { audits, head } = on.store;
  const stop = new AbortController();
  const auditor = new Auditor({ audits, head, journal: moduleOf(NEVER) });
  const running = auditor.run(stop.signal);
  await vi.waitFor(async () => expect((await auditor.list({ limit: 1 })).items).toMatchObject([{ state: 'running' }]));
  await new Auditor(on.store).run(stop.signal);
  stop.abort();
  await expect(running).rejects.toThrow('interrupted');
  expect((await auditor.list({ limit: 9 })).items).toMatchObject([{ state: 'stopped' }]);
});

test('an audit that has passed is the last one, with the number of transactions checked', async () => {
  const ended = Promise.withResolvers<AuditRecord>();
  const auditor = new Auditor(on.store, ended.resolve);
  await auditor.start();
  const passed = { state: 'passed', checked: 7, head: 7, fault: null };
  expect(await ended.promise).toMatchObject(passed);
  expect(await auditor.last()).toMatchObject(passed);
  await auditor.close();
});
