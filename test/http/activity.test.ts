// The readable journal: an account's activity, a single transaction, and both as files.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { unitsOf } from '../replay/pool.ts';
import { type Answer, exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
const keys: Record<string, string> = {};
const ids: string[] = [];

const as = (who: string) => (who === 'local' ? {} : { authorization: `Bearer ${keys[who]}` });
const ask = (path: string, who = 'local') => send(server, { path, headers: as(who) });
const get = async (path: string, who = 'local') => exact(await ask(path, who)).data;
const Pair = { tokenA: 'apple', tokenB: 'bread' };
const PAIR = 'jetton0=bread&jetton1=apple';

async function post(path: string, body: object, who = 'local'): Promise<Answer> {
  const answer = await send(server, { path, body, headers: as(who) });
  expect(answer.status, answer.text).toBe(200);
  ids.push(answer.headers.get('transaction-id') as string);
  return answer;
}

/** Adds the transactions 9 to 14 to the 8 of openMarket. */
beforeAll(async () => {
  server = await startServer();
  await openMarket(server);
  for (const who of ['carol', 'shop'])
    keys[who] = (await createKey(server.store, { account: who as Account, role: 'trader' }, 0)).key;
  await post('/deposit', { account: 'carol', token: 'apple', amount: 500, reference: '=cmd|"/c calc"!A1' }); // 9
  await post('/createSwap', { Pair, amount: { tokenA: 100 }, referrer: 'shop' }, 'carol'); // 10
  await post('/provideLiquidity', { Pair, amount: { tokenA: 10, tokenB: 20 } }, 'carol'); // 11
  await post('/refundLiquidity', { jetton0: 'bread', jetton1: 'apple' }, 'carol'); // 12
  await post('/collectFees', { Pair }); // 13
  await post('/withdraw', { account: 'carol', token: 'apple', amount: 1, reference: 'out' }); // 14
});
afterAll(() => server.close());

const idOf = (sequence: number) => ids[sequence - 9] as string;

describe('getActivity', () => {
  const sequences = async (query: string, who = 'local') =>
    (await get(`/getActivity?${query}`, who)).activity.map(({ sequence }: { sequence: string }) => Number(sequence));

  test('lists everything an account did and that concerns it, newest first, each kind with its fields', async () => {
    const { activity, nextCursor } = await get('/getActivity', 'carol');
    const poolAddress = (await get('/getPools')).pools[0].poolAddress;
    const own = (kind: string, sequence: number) => ({
      transactionId: idOf(sequence),
      kind,
      sequence: String(sequence),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      actor: kind === 'deposit' || kind === 'withdraw' ? 'local' : 'carol',
      account: 'carol',
    });
    const inPool = { poolAddress, tokenA: 'bread', tokenB: 'apple' };
    expect(activity).toEqual([
      { ...own('withdraw', 14), token: 'apple', amount: '1', reference: 'out' },
      { ...own('refund', 12), ...inPool, amountA: '19.93', amountB: '9', lpTokens: '0.000000141' },
      {
        ...own('provide', 11),
        poolAddress,
        ...Pair,
        amountA: '10',
        amountB: '19.94',
        lpTokens: '0.000000141',
      },
      {
        ...own('swap', 10),
        poolAddress,
        ...Pair,
        amountA: '100',
        amountB: '199.18',
        fees: { lp: '1', protocol: '0.2', ref: '0.2' },
        referrer: 'shop',
      },
      { ...own('deposit', 9), token: 'apple', amount: '500', reference: '=cmd|"/c calc"!A1' },
    ]);
    expect(nextCursor).toBeNull();
  });

  test('shows a referrer its fee as a referral, and the treasury the fees collected for it', async () => {
    expect((await get('/getActivity', 'shop')).activity).toMatchObject([
      {
        kind: 'referral',
        transactionId: idOf(10),
        account: 'shop',
        actor: 'another account',
        token: 'bread',
        amount: '0.2',
      },
    ]);
    expect(await sequences('kind=referral', 'shop')).toEqual([10]);
    expect(await sequences('kind=swap', 'shop')).toEqual([]);
    expect((await get('/getActivity?account=treasury')).activity).toMatchObject([
      { kind: 'collectFees', account: 'treasury', amountA: '0', amountB: '0.2' },
    ]);
  });

  test('filters by account, kind, token, pair, pool and reference', async () => {
    expect(await sequences('account=carol&kind=provide')).toEqual([11]);
    expect(await sequences('account=carol&token=apple')).toEqual([14, 12, 11, 10, 9]);
    expect(await sequences(`account=carol&${PAIR}`)).toEqual([12, 11, 10]);
    const { poolAddress } = (await get('/getPools')).pools[1];
    expect(await sequences(`all=true&pool=${poolAddress}`)).toEqual([8]);
    expect(await sequences('all=true&reference=out')).toEqual([14]);
    expect(await sequences('all=true&reference=start&token=bread')).toEqual([5]);
    expect(await sequences('reference=out', 'carol')).toEqual([14]);
    expect(await sequences('reference=out', 'shop')).toEqual([]);
    expect(await sequences('all=true&kind=registerToken')).toEqual([3, 2, 1]);
    expect(await sequences('kind=createPool')).toEqual([8]);
  });

  test('filters by time, from the start up to but not including the end', async () => {
    const all = (await get('/getActivity?all=true')).activity as { sequence: string; createdAt: string }[];
    const at = (sequence: number) => all[14 - sequence]?.createdAt as string;
    const between = (from: number, to: number) =>
      all
        .filter(({ createdAt }) => createdAt >= at(from) && createdAt < at(to))
        .map(({ sequence }) => Number(sequence));
    for (const [from, to] of [
      [4, 12],
      [1, 14],
      [9, 10],
      [5, 5],
    ] as const)
      expect(await sequences(`all=true&from=${at(from)}&to=${at(to)}`)).toEqual(between(from, to));
    expect(await sequences('to=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await sequences('from=4102444800')).toEqual([]);
    expect(await sequences('all=true&from=0&to=4102444800')).toHaveLength(14);
  });

  test('returns the same items in pages, with and without a filter', async () => {
    for (const query of ['all=true', 'all=true&token=apple', 'account=carol']) {
      const whole = await sequences(query);
      const paged: number[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await get(`/getActivity?${query}&limit=3${cursor && `&cursor=${cursor}`}`);
        expect(page.activity.length).toBeLessThanOrEqual(3);
        paged.push(...page.activity.map(({ sequence }: { sequence: string }) => Number(sequence)));
        cursor = page.nextCursor;
      }
      expect(paged, query).toEqual(whole);
    }
  });

  test.each(['account=local', 'all=true', 'account=nobody'])('gives a trader nothing of others: %s', async (query) => {
    const { status, headers } = await ask(`/getActivity?${query}`, 'carol');
    expect([status, headers.get('error-code')]).toEqual([403, 'forbidden']);
    expect(await sequences('account=carol', 'carol')).toHaveLength(5);
  });
});

describe('getActivity as a file', () => {
  const COLUMNS =
    'transactionId,kind,sequence,createdAt,actor,account,poolAddress,tokenA,tokenB,amountA,amountB,lpTokens,' +
    'fees.lp,fees.protocol,fees.ref,referrer,token,amount,reference,lpFee,protocolFee,refFee,protocolFeeAddress,name,logo,status,route,curve,amplification,to,' +
    'asOf,hash,log,checkpoint,shared,memo,' +
    'order,returned,minReceived,expiresAt,swapped.poolAddress,swapped.tokenA,swapped.tokenB,swapped.amountA,swapped.amountB,' +
    'swapped.fees.lp,swapped.fees.protocol,swapped.fees.ref,reason,reasonCode,transactionHash,networkFee,tonSpent,returnedA,returnedB,fee,feeToken';

  test('CSV has the same rows, and escapes formulas', async () => {
    const { text, headers } = await ask('/getActivity?account=carol&format=csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe('attachment; filename="getActivity.csv"');
    const [head, ...lines] = text.split('\r\n');
    expect(head).toBe(COLUMNS);
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toBe('');
    expect(lines[3]).toMatch(
      /^[-0-9a-f]{36},swap,10,[^,]+,carol,carol,[^,]+,apple,bread,100,199\.18,,1,0\.2,0\.2,shop,/,
    );
    expect(lines[4]).toMatch(/,apple,500,"'=cmd\|""\/c calc""!A1",{38}$/);
  });

  test('without rows, CSV has its header and NDJSON is empty', async () => {
    const query = '/getActivity?account=nobody&format=';
    expect((await ask(`${query}csv`)).text).toBe(`${COLUMNS}\r\n`);
    expect((await ask(`${query}ndjson`)).text).toBe('');
  });

  test('NDJSON has each item as the list has it, also more than a page of them, and can start at a cursor', async () => {
    const crowd = Array.from({ length: 450 }, (_, index) => ({
      ...{ kind: 'deposit', account: 'crowd', token: 'apple', amount: 1n, reference: `${index}` },
    }));
    await Promise.all(crowd.map((command) => server.exchange.execute('local' as Account, command as never)));
    const { text, headers } = await ask('/getActivity?account=crowd&format=ndjson');
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const items = text.trimEnd().split('\n');
    expect(items).toHaveLength(450);
    const page = await ask('/getActivity?account=crowd&limit=2');
    expect(page.text).toContain(`"activity":[${items.slice(0, 2).join(',')}]`);
    const { sequence } = JSON.parse(items[399] as string);
    const rest = await ask(`/getActivity?account=crowd&format=ndjson&cursor=${sequence}`);
    expect(rest.text.trimEnd().split('\n')).toEqual(items.slice(400));
    const strings = await send(server, {
      path: '/getActivity?account=crowd&format=ndjson',
      headers: { ...as('local'), amounts: 'string' },
    });
    expect(strings.headers.get('amounts')).toBe('string');
    expect(strings.text).toMatch(/^\{[^\n]*"amount":"1"/);
  });

  test('an invalid request for a file gets an error as JSON', async () => {
    const { status, headers, text } = await ask('/getActivity?format=csv&limit=5');
    expect([status, headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
    expect(text).toBe('{"error":"limit applies to pages; a file contains all matches."}');
    expect((await ask('/getActivity?format=csv&all=true', 'carol')).status).toBe(403);
  });
});

describe('getActivityTotals', () => {
  type Item = Readonly<Record<string, string>> & { fees?: Record<string, string>; route?: readonly Item[] };
  const DECIMALS: Readonly<Record<string, number>> = { apple: 0, bread: 2, corn: 18 };

  /** Totals computed from the exported list alone: what each kind of item moves into and out of an account. */
  function addedUp(items: readonly Item[], account: string) {
    const sums = new Map<string, bigint[]>();
    const add = (token: string | undefined, place: number, text: string | undefined) => {
      if (token === undefined || text === undefined || Number(text) === 0) return;
      const of = sums.get(token) ?? [0n, 0n, 0n, 0n, 0n];
      of[place] = (of[place] as bigint) + unitsOf(text, DECIMALS[token] ?? 9);
      sums.set(token, of);
    };
    const [IN, OUT, LP, PROTOCOL, REF] = [0, 1, 2, 3, 4];
    for (const {
      kind,
      tokenA,
      tokenB,
      amountA,
      amountB,
      lpTokens,
      token,
      amount,
      fees,
      poolAddress,
      ...item
    } of items) {
      const [first, second] = kind === 'provide' ? [OUT, OUT] : kind === 'refund' ? [IN, IN] : [OUT, IN];
      if (kind === 'swap') {
        add(tokenA, LP as number, fees?.lp);
        add(tokenB, PROTOCOL as number, fees?.protocol);
        add(tokenB, REF as number, fees?.ref);
      }
      if (item.account !== account) continue;
      if (kind === 'collectFees')
        for (const side of [
          [tokenA, amountA],
          [tokenB, amountB],
        ])
          add(side[0], IN as number, side[1]);
      else if (kind !== 'createPool') {
        add(tokenA, first as number, amountA);
        add(tokenB, second as number, amountB);
      }
      add(poolAddress, kind === 'provide' ? (IN as number) : (OUT as number), lpTokens);
      add(token, kind === 'withdraw' ? (OUT as number) : (IN as number), amount);
    }
    return Object.fromEntries(sums);
  }

  test.each([
    ['carol', ''],
    ['carol', '&kind=swap'],
    ['carol', `&${PAIR}`],
    ['carol', '&token=apple&kind=withdraw'],
    ['shop', ''],
    ['treasury', ''],
    ['local', '&kind=provide'],
    ['local', '&reference=start'],
    ['crowd', ''],
    ['nobody', ''],
  ])('of %s%s equals the sum of the file', async (account, query) => {
    const { text } = await ask(`/getActivity?account=${account}${query}&format=ndjson`);
    const items = text
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [exact({ status: 200, text: line } as never)]));
    const { count, kinds, tokens } = await get(`/getActivityTotals?account=${account}${query}`);
    expect(Number(count)).toBe(items.length);
    const counted = Object.entries(Object.groupBy(items, ({ kind }) => kind)).map(([kind, of]) => [
      kind,
      String(of?.length),
    ]);
    expect(kinds.map(({ kind, count }: Item) => [kind, count])).toEqual(counted.sort());
    const told = tokens.map(({ token, decimals, fees, ...sums }: Item & { fees: Record<string, string> }) => [
      token,
      [sums.in, sums.out, fees.lp, fees.protocol, fees.ref].map((units) => unitsOf(units as string, Number(decimals))),
    ]);
    expect(Object.fromEntries(told)).toEqual(addedUp(items, account));
  });

  test('of all accounts is their sum, and traders may ask only for their own', async () => {
    const { tokens, count } = await get('/getActivityTotals?all=true&kind=swap');
    const ofCarol = await get('/getActivityTotals?account=carol&kind=swap');
    const ofShop = await get('/getActivityTotals?account=shop');
    const bread = ({ tokens }: { tokens: Item[] }) => tokens.find(({ token }) => token === 'bread');
    expect(count).toBe('1');
    expect(Number(bread({ tokens })?.in)).toBeCloseTo(Number(bread(ofCarol)?.in) + Number(bread(ofShop)?.in), 10);
    for (const query of ['all=true', 'account=local']) {
      const { status, headers } = await ask(`/getActivityTotals?${query}`, 'carol');
      expect([status, headers.get('error-code')]).toEqual([403, 'forbidden']);
    }
    expect(await get('/getActivityTotals', 'carol')).toEqual(await get('/getActivityTotals?account=carol'));
  });
});

describe('getTransaction', () => {
  test('shows a transaction of any kind with what it moved, to its owner and to operators; to a referrer the own income', async () => {
    const { poolAddress } = (await get('/getPools')).pools[0];
    const path = `/getTransaction?transactionId=${idOf(10)}`;
    const reserve = `pool ${poolAddress}`;
    for (const who of ['carol', 'local']) {
      const { transfers, ...swap } = await get(path, who);
      expect(await get('/getTransaction?sequence=10', who)).toEqual({ ...swap, transfers });
      expect(swap).toMatchObject({ kind: 'swap', sequence: '10', account: 'carol', amountB: '199.18' });
      expect(transfers).toEqual([
        { from: 'carol', to: reserve, token: 'apple', amount: '100' },
        { from: reserve, to: 'carol', token: 'bread', amount: '199.18' },
        { from: reserve, to: `${reserve} fees`, token: 'bread', amount: '0.2' },
        { from: reserve, to: 'shop', token: 'bread', amount: '0.2' },
      ]);
    }
    const income = { token: 'bread', amount: '0.2' };
    expect(await get(path, 'shop')).toMatchObject({
      ...{ kind: 'referral', sequence: '10', account: 'shop', ...income },
      transfers: [{ from: reserve, to: 'shop', ...income }],
    });
    const provided = await get(`/getTransaction?transactionId=${idOf(11)}`);
    expect(provided.transfers[2]).toEqual({
      from: 'the issuer',
      to: 'carol',
      token: poolAddress,
      amount: '0.000000141',
    });
  });

  test('answers 404 to accounts that it does not concern, and for an unknown id', async () => {
    const other = idOf(9).replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const [id, who] of [
      [idOf(9), 'shop'],
      [idOf(13), 'carol'],
      [other, 'local'],
      ['nonesuch', 'local'],
    ] as const) {
      const { status, headers } = await ask(`/getTransaction?transactionId=${id}`, who);
      expect([status, headers.get('error-code')]).toEqual([404, 'not_found']);
    }
    const unseen = await ask('/getTransaction?sequence=13', 'carol');
    expect([unseen.status, unseen.text]).toEqual([404, '{"error":"You have no transaction with the sequence 13."}']);
  });
});

test('every change is answered with the header Transaction-Id, and a repeated request with the same one', async () => {
  const order = { path: '/createSwap', body: { Pair, amount: { tokenA: 1 } }, headers: { 'idempotency-key': 'k' } };
  const [first, second] = [await send(server, order), await send(server, order)];
  const id = JSON.parse(first.text).data.transactionId;
  expect([first, second].map(({ headers }) => headers.get('transaction-id'))).toEqual([id, id]);
  expect(new Set(ids).size).toBe(6);
  const refused = await send(server, { path: '/createSwap', body: { Pair, amount: { tokenA: 10_000_000 } } });
  expect([refused.status, refused.headers.get('transaction-id')]).toEqual([422, null]);
  expect((await ask('/getPools')).headers.get('transaction-id')).toBeNull();
});

describe('a reference', () => {
  const moved = { account: 'dora', token: 'bread', amount: '12.5', reference: 'wire 77' };

  test('that is repeated credits nothing: the answer of the first deposit is returned', async () => {
    const first = await send(server, { path: '/deposit', body: moved });
    const again = await Promise.all(
      Array.from({ length: 5 }, () => send(server, { path: '/deposit', body: { ...moved, amount: 12.5 } })),
    );
    for (const { status, text, headers } of again) {
      expect([status, text]).toEqual([200, first.text]);
      expect(headers.get('transaction-id')).toBe(first.headers.get('transaction-id'));
    }
    expect((await get('/getBalances?account=dora')).balances).toMatchObject([{ address: 'bread', balance: '12.5' }]);
  });

  test('with another amount is refused and says what it was used for', async () => {
    const { headers, text, status } = await send(server, { path: '/deposit', body: { ...moved, amount: 12 } });
    expect([status, headers.get('error-code')]).toEqual([422, 'reference_reused']);
    expect(text).toMatch(
      /^\{"error":"This reference was already used for 12\.5 BREAD, in transaction [-0-9a-f]{36}; use a new reference /,
    );
    exact(await send(server, { path: '/withdraw', body: { ...moved, amount: 12 } }));
  });
});

describe('a filter that few match', () => {
  test('returns an incomplete page with a cursor after a limited number of rows, and the file has all matches', async () => {
    const crowd = Array.from({ length: 2200 }, (_, index) => ({
      ...{
        kind: 'deposit',
        account: 'sea',
        token: index === 0 ? 'corn' : 'apple',
        amount: 1n,
        reference: `sea ${index}`,
      },
    }));
    for (let first = 0; first < crowd.length; first += 1000) {
      const some = crowd.slice(first, first + 1000);
      await Promise.all(some.map((command) => server.exchange.execute('local' as Account, command as never)));
    }
    const short = await get('/getActivity?account=sea&token=corn');
    expect(short.activity).toEqual([]);
    expect(short.nextCursor).toMatch(/^\d+$/);
    const rest = await get(`/getActivity?account=sea&token=corn&cursor=${short.nextCursor}`);
    expect([rest.activity.length, rest.nextCursor]).toEqual([1, null]);
    const file = await ask('/getActivity?account=sea&token=corn&format=ndjson');
    expect(JSON.parse(file.text)).toMatchObject({ account: 'sea', token: 'corn', reference: 'sea 0' });
  });
});
