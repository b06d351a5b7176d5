// Every setting on both sides of its bounds, and the message that names it.
import { describe, expect, test } from 'vitest';
import { SURFACE_NAMES } from '../compat/surfaces.ts';
import { newKeyFile, signingKey, vkeyOf } from '../transparency/format/keys.ts';
import { BadSetting, flagOf, policyOf, readSettings, type SETTINGS } from './settings.ts';

type Name = keyof typeof SETTINGS;

const FRACTION = 'must be a fraction from 0 to 1 with at most 6 decimal places';
const ACCOUNT = 'must be 1 to 128 printable characters without spaces';
const PATH = 'must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE, special characters percent-encoded';
const LEVEL = 'must be trace or debug or info or warn or error or fatal or silent';
const wholeNumber = (min: number, max: number) => `must be a whole number from ${min} to ${max}`;

const [WITNESS, OTHER_WITNESS] = ['a', 'b'].map((name) => vkeyOf(signingKey(newKeyFile(), name, 'cosignature'))) as [
  string,
  string,
];
const LOG_KEY = vkeyOf(signingKey(newKeyFile(), 'log', 'note'));

/** For each setting: accepted texts with their values, and refused ones. */
const TABLE: {
  readonly [N in Name]: {
    readonly good: readonly (readonly [string, unknown])[];
    readonly bad: readonly string[];
    readonly message: string;
  };
} = {
  HOST: {
    good: [
      ['127.0.0.1', '127.0.0.1'],
      ['127.8.9.10', '127.8.9.10'],
      ['::1', '::1'],
      ['localhost', 'localhost'],
    ],
    bad: ['', 'dex.example', '127.0.0', '127.0.0.256', '[::1]', '127.0.0.1:80', ' 127.0.0.1'],
    message: 'must be localhost or an IP address',
  },
  PORT: {
    good: [
      ['0', 0],
      ['65535', 65_535],
      ['08080', 8080],
    ],
    bad: ['-1', '65536', '', '80a', '8080.0', '1e3', ' 80', '99999999999'],
    message: wholeNumber(0, 65_535),
  },
  METRICS_PORT: {
    good: [
      ['', null],
      ['0', { host: '127.0.0.1', port: 0 }],
      ['65535', { host: '127.0.0.1', port: 65_535 }],
      ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
      ['[::1]:9464', { host: '::1', port: 9464 }],
      ['localhost:0', { host: 'localhost', port: 0 }],
    ],
    bad: ['-1', '65536', 'on', '127.0.0.1:', '0.0.0.0:65536'],
    message: wholeNumber(0, 65_535),
  },
  COMPAT: {
    good: [
      ['', []],
      ['stonfi', ['stonfi']],
      ['udf,stonfi', ['udf', 'stonfi']],
      [' stonfi, stonfi', ['stonfi']],
    ],
    bad: ['on', 'stonfi,ton', 'STONFI'],
    message: `must be names of ${SURFACE_NAMES.join(', ')}, separated by commas`,
  },
  CORS_ORIGINS: {
    good: [
      ['', []],
      ['*', ['*']],
      [
        'https://chart.example, http://localhost:3000,https://chart.example',
        ['https://chart.example', 'http://localhost:3000'],
      ],
    ],
    bad: [
      ...['on', '*,https://chart.example', 'https://*.example', 'https://chart.example/', 'https://chart.example:443'],
      ...['chart.example', 'null', 'https://Chart.example', 'ftp://chart.example', 'https://a@chart.example'],
    ],
    message: 'must be *, or origins like https://chart.example, separated by commas',
  },
  DATABASE_URL: {
    good: [
      ['sqlite:a', { kind: 'sqlite', path: 'a' }],
      ['postgres://u@db:5432/millpond', { kind: 'postgres', url: 'postgres://u@db:5432/millpond' }],
      ['postgres://db1,db2:5433/millpond?a=b', { kind: 'postgres', url: 'postgres://db1,db2:5433/millpond?a=b' }],
      ['postgresql://db/millpond', { kind: 'postgres', url: 'postgresql://db/millpond' }],
      ['sqlite:/var/lib/millpond.db', { kind: 'sqlite', path: '/var/lib/millpond.db' }],
    ],
    // Passwords: test/postgres/passwords.test.ts
    bad: ['', 'sqlite:', './data/millpond.db', 'SQLITE:a', 'postgres://', 'mysql://localhost/millpond'],
    message: PATH,
  },
  AUTH: {
    good: [
      ['local', 'local'],
      ['keys', 'keys'],
    ],
    bad: ['', 'none', 'Local', 'keys '],
    message: 'must be local or keys',
  },
  SIGNUP: {
    good: [
      ['off', 'off'],
      ['invite', 'invite'],
      ['open', 'open'],
    ],
    bad: ['', 'on', 'Open'],
    message: 'must be off or invite or open',
  },
  SIGNUPS_PER_DAY: { good: [['0', 0]], bad: ['', '-1', '1000001'], message: wholeNumber(0, 1_000_000) },
  PUBLIC_URL: {
    good: [
      ['', null],
      ['https://pond.example', 'https://pond.example'],
      ['https://Pond.example:8443/', 'https://pond.example:8443'],
      ['http://localhost:8080', 'http://localhost:8080'],
    ],
    bad: [
      'http://pond.example',
      'https://10.0.0.1',
      'https://pond.example/path',
      'http://127.0.0.1:8080',
      'pond.example',
    ],
    message: 'must be https:// and a host name, or http://localhost, maybe with a port and nothing more',
  },
  SESSION_HOURS: {
    good: [
      ['1', 1],
      ['720', 720],
    ],
    bad: ['0', '721', '', '1.5', '12h'],
    message: wholeNumber(1, 720),
  },
  ALLOWED_HOSTS: {
    good: [
      ['', []],
      ['dex.example', ['dex.example']],
      [' DEX.example, ,10.0.0.7,', ['dex.example', '10.0.0.7']],
    ],
    bad: [],
    message: '',
  },
  LOG_LEVEL: {
    good: [
      ['trace', 'trace'],
      ['silent', 'silent'],
    ],
    bad: ['', 'verbose', 'INFO'],
    message: LEVEL,
  },
  LOG_FORMAT: {
    good: [
      ['auto', 'auto'],
      ['json', 'json'],
      ['pretty', 'pretty'],
    ],
    bad: ['', 'text', 'JSON'],
    message: 'must be auto or json or pretty',
  },
  RATE_LIMIT: {
    good: [
      ['', null],
      ['0', 0],
      ['1000000', 1_000_000],
    ],
    bad: ['-1', '1000001', 'none', '1.5'],
    message: wholeNumber(0, 1_000_000),
  },
  ADDRESS_LIMIT: {
    good: [
      ['', null],
      ['0', 0],
      ['1000000', 1_000_000],
    ],
    bad: ['-1', '1000001', 'none'],
    message: wholeNumber(0, 1_000_000),
  },
  DAILY_LIMIT: {
    good: [
      ['', null],
      ['0', 0],
      ['999999999', 999_999_999],
    ],
    bad: ['-1', '1e6', 'none'],
    message: wholeNumber(0, 999_999_999),
  },
  TRUST_PROXY: {
    good: [
      ['', []],
      ['127.0.0.1, ::1,', ['127.0.0.1', '::1']],
      ['10.0.0.0/8,fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
    ],
    bad: ['true', 'proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', 'fd00::/129', '10.0.0.1 10.0.0.2'],
    message: 'must be IP addresses, or networks like 10.0.0.0/8, separated by commas',
  },
  WEBHOOKS: {
    good: [
      ['on', 'on'],
      ['off', 'off'],
    ],
    bad: ['', 'ON', 'true'],
    message: 'must be on or off',
  },
  WEBHOOK_ALLOW: {
    good: [
      ['', []],
      ['127.0.0.0/8,::1', ['127.0.0.0/8', '::1']],
    ],
    bad: ['localhost', '127.0.0.1:80', '127.0.0.0/33'],
    message: 'must be IP addresses, or networks like 10.0.0.0/8, separated by commas',
  },
  MAX_CONNECTIONS: {
    good: [
      ['2', 2],
      ['1000000', 1_000_000],
    ],
    bad: ['0', '1', '1000001', ''],
    message: wholeNumber(2, 1_000_000),
  },
  MAX_EVENT_READERS: {
    good: [
      ['1', 1],
      ['1000000', 1_000_000],
    ],
    bad: ['0', '1000001', ''],
    message: wholeNumber(1, 1_000_000),
  },
  REQUEST_TIMEOUT: {
    good: [
      ['100', 100],
      ['600000', 600_000],
    ],
    bad: ['99', '600001', '', '30s'],
    message: wholeNumber(100, 600_000),
  },
  BUSY_TIMEOUT: {
    good: [
      ['100', 100],
      ['60000', 60_000],
    ],
    bad: ['-1', '99', '60001', ''],
    message: wholeNumber(100, 60_000),
  },
  MAX_QUEUE: {
    good: [
      ['1', 1],
      ['1000000', 1_000_000],
    ],
    bad: ['0', '1000001', ''],
    message: wholeNumber(1, 1_000_000),
  },
  MAX_PRICE_IMPACT: {
    good: [
      ['0', 0n],
      ['1', 1_000_000n],
      ['0.000001', 1n],
    ],
    bad: ['-0.1', '1.000001', '0.0000001', '', '15%'],
    message: FRACTION,
  },
  MATCH_FEE: {
    good: [
      ['0', 0n],
      ['0.0005', 500n],
    ],
    bad: ['-0.1', '1.1', '0.0000001', ''],
    message: FRACTION,
  },
  MAX_ALL_OPEN_ORDERS: {
    good: [
      ['1', 1],
      ['1000000', 1_000_000],
    ],
    bad: ['', '0', '1000001', '1.5'],
    message: 'must be a whole number from 1 to 1000000',
  },
  LP_FEE: {
    good: [
      ['0', 0n],
      ['0.999999', 999_999n],
    ],
    bad: ['-0.1', '1.1', '0.0000001', ''],
    message: FRACTION,
  },
  PROTOCOL_FEE: {
    good: [
      ['0', 0n],
      ['0.499', 499_000n],
    ],
    bad: ['-0.1', '1.1', '0.0000001', ''],
    message: FRACTION,
  },
  REF_FEE: {
    good: [
      ['0', 0n],
      ['0.499', 499_000n],
    ],
    bad: ['-0.1', '1.1', '0.0000001', ''],
    message: FRACTION,
  },
  ROUTING: {
    good: [
      ['best', 'best'],
      ['direct', 'direct'],
    ],
    bad: ['', 'fast', 'Best'],
    message: 'must be best or direct',
  },
  LOG_KEY_FILE: { good: [['/etc/millpond/log.key', '/etc/millpond/log.key']], bad: [], message: '' },
  LOG_ORIGIN: {
    good: [
      ['', null],
      ['example.com/exchange', 'example.com/exchange'],
    ],
    bad: ['two words', 'a+b', 'a\nb', 'example.com/receipt', 'example.com/not-counted'],
    message: 'must contain neither spaces nor +, nor end like a receipt (/receipt, /not-counted)',
  },
  AUDIT_HOURS: {
    good: [
      ['0', 0],
      ['8760', 8760],
    ],
    bad: ['-1', '8761', '1.5'],
    message: wholeNumber(0, 8760),
  },
  FULL_AUDIT_DAYS: {
    good: [
      ['1', 1],
      ['3650', 3650],
    ],
    bad: ['0', '3651', '1.5'],
    message: wholeNumber(1, 3650),
  },
  LIABILITIES_HOURS: {
    good: [
      ['0', 0],
      ['8760', 8760],
    ],
    bad: ['-1', '8761', '1.5'],
    message: wholeNumber(0, 8760),
  },
  CHECKPOINT_SECONDS: {
    good: [
      ['1', 1],
      ['3600', 3600],
    ],
    bad: ['0', '3601', '1.5'],
    message: wholeNumber(1, 3600),
  },
  WITNESSES: {
    good: [
      ['', []],
      [`${WITNESS} http://127.0.0.1:8081`, [{ vkey: WITNESS, url: 'http://127.0.0.1:8081' }]],
      [
        ` ${WITNESS}  https://a.example/w/ , ${OTHER_WITNESS} https://b.example,`,
        [
          { vkey: WITNESS, url: 'https://a.example/w/' },
          { vkey: OTHER_WITNESS, url: 'https://b.example' },
        ],
      ],
    ],
    bad: [`${WITNESS} https://a.example, ${WITNESS} https://b.example`],
    message: 'names a witness twice',
  },
  MARKET_EVERY: {
    good: [
      ['1', 1],
      ['600000', 600_000],
    ],
    bad: ['0', '600001', '1.5', 'never'],
    message: wholeNumber(1, 600_000),
  },
  QUOTE_TOKEN: {
    good: [
      ['', { token: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', orFirst: true }],
      ['bread', { token: 'bread', orFirst: false }],
    ],
    bad: ['two words', 'a'.repeat(129)],
    message: 'must be the address of a token',
  },
  POOL_CREATION: {
    good: [
      ['anyone', 'anyone'],
      ['operators', 'operators'],
    ],
    bad: ['', 'Anyone', 'nobody'],
    message: 'must be anyone or operators',
  },
  TRANSFERS: {
    good: [
      ['on', 'on'],
      ['off', 'off'],
    ],
    bad: ['', 'On', 'no'],
    message: 'must be on or off',
  },
  ORDERS: {
    good: [
      ['on', 'on'],
      ['off', 'off'],
    ],
    bad: ['', 'On', 'no'],
    message: 'must be on or off',
  },
  MAX_OPEN_ORDERS: {
    good: [
      ['1', 1],
      ['100000', 100_000],
    ],
    bad: ['', '0', '100001', '1.5'],
    message: 'must be a whole number from 1 to 100000',
  },
  TREASURY: {
    good: [
      ['guild', 'guild'],
      [`0:${'0'.repeat(64)}`, 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c'],
      ['a'.repeat(128), 'a'.repeat(128)],
    ],
    bad: ['', 'the issuer', 'a'.repeat(129), 'a\n'],
    message: ACCOUNT,
  },
  FAUCET: {
    good: [
      ['', []],
      ['TON:100/day', [{ token: 'TON', amount: '100' }]],
      [
        ' TON:0.5/day , 0:ab:1/day',
        [
          { token: 'TON', amount: '0.5' },
          { token: '0:ab', amount: '1' },
        ],
      ],
    ],
    bad: [
      'TON',
      'TON:100',
      'TON:100/hour',
      'TON:-1/day',
      'TON:1e3/day',
      ':1/day',
      'T N:1/day',
      'TON:0.00/day',
      'A:1/day,A:2/day',
    ],
    message: 'must be up to 20 offers like TON:100/day, separated by commas, each of another token',
  },
  VENUE: {
    good: [
      ['ledger', 'ledger'],
      ['ton', 'ton'],
    ],
    bad: ['', 'TON', 'chain'],
    message: 'must be ledger or ton',
  },
  TON_ENDPOINT: {
    good: [
      ['', null],
      ['https://toncenter.com/api/v2/jsonRPC', 'https://toncenter.com/api/v2/jsonRPC'],
    ],
    bad: ['toncenter.com', 'ftp://toncenter.com'],
    message: 'must be a http or https URL',
  },
  TON_API_KEY_FILE: { good: [['key', 'key']], bad: [], message: '' },
  TON_NETWORK: {
    good: [
      ['mainnet', 'mainnet'],
      ['testnet', 'testnet'],
    ],
    bad: ['', 'devnet'],
    message: 'must be mainnet or testnet',
  },
  TON_ROUTER: { good: [['EQ', 'EQ']], bad: [], message: '' },
  TON_PTON: { good: [['EQ', 'EQ']], bad: [], message: '' },
  TON_DEX_VERSION: {
    good: [
      ['1', 1],
      ['2', 2],
    ],
    bad: ['', '3', 'v1'],
    message: 'must be 1 or 2',
  },
  TON_MNEMONIC_FILE: { good: [['words', 'words']], bad: [], message: '' },
  TON_PASSWORD_FILE: { good: [['password', 'password']], bad: [], message: '' },
  TON_SLIPPAGE: {
    good: [
      ['0', 0n],
      ['0.5', 500_000n],
      ['1', 1_000_000n],
    ],
    bad: ['', '1.1', '-1', '0.0000001'],
    message: 'must be a fraction from 0 to 1 with at most 6 decimal places',
  },
  TON_WAIT: {
    good: [
      ['0', 0],
      ['600000', 600_000],
    ],
    bad: ['', '600001', '-1'],
    message: wholeNumber(0, 600_000),
  },
  TON_EXPLORER: {
    good: [
      ['', null],
      ['https://tonviewer.com/transaction/{hash}', 'https://tonviewer.com/transaction/{hash}'],
      ['http://127.0.0.1:9000/?tx={hash}', 'http://127.0.0.1:9000/?tx={hash}'],
    ],
    bad: ['https://tonviewer.com/transaction/', 'tonviewer.com/{hash}', 'ftp://a/{hash}', 'javascript:{hash}'],
    message: 'must be a http or https URL with {hash} in it',
  },
  DEVNET_FOLDER: { good: [['./data/devnet', './data/devnet']], bad: [], message: '' },
  BLOCK_MS: {
    good: [
      ['0', 0],
      ['60000', 60_000],
    ],
    bad: ['60001', '-1', 'fast', ''],
    message: wholeNumber(0, 60_000),
  },
  DEMO_TRADERS: {
    good: [
      ['0', 0],
      ['8', 8],
    ],
    bad: ['', '9', '-1', 'some'],
    message: 'must be a whole number from 0 to 8',
  },
};

const NAMES = Object.keys(TABLE) as Name[];
const GOOD = NAMES.flatMap((name) => TABLE[name].good.map(([text, value]) => ({ name, text, value })));
const BAD = NAMES.flatMap((name) => TABLE[name].bad.map((text) => ({ name, text, message: TABLE[name].message })));

describe('each setting', () => {
  test.each(GOOD)('$name accepts "$text", by variable and by flag', ({ name, text, value }) => {
    expect(readSettings({}, { [name]: text })[name]).toEqual(value);
    expect(readSettings({ [flagOf(name)]: text }, {})[name]).toEqual(value);
  });

  test.each(BAD)('$name refuses "$text" with a message that names it', ({ name, text, message }) => {
    const shown = name === 'DATABASE_URL' ? '…' : text;
    expect(() => readSettings({}, { [name]: text })).toThrow(new BadSetting(`${name}=${shown}: ${message}`));
    const flag = flagOf(name);
    expect(() => readSettings({ [flag]: text }, {})).toThrow(new BadSetting(`--${flag}=${shown}: ${message}`));
  });

  test('is valid by default', () => {
    expect(readSettings({}, {})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      DATABASE_URL: { kind: 'sqlite', path: './data/millpond.db' },
      AUTH: 'local',
      RATE_LIMIT: null,
      MAX_CONNECTIONS: 4000,
    });
  });
});

test('a flag wins over its variable, and a variable over the default', () => {
  expect(readSettings({}, { PORT: '1' }).PORT).toBe(1);
  expect(readSettings({ port: '2' }, { PORT: '1' }).PORT).toBe(2);
  expect(readSettings({ port: '2' }, { PORT: 'broken' }).PORT).toBe(2);
});

describe('an address that other machines can reach', () => {
  test.each(['0.0.0.0', '::', '192.168.1.2', '128.0.0.1', '126.255.255.255', '::2', '::ffff:127.0.0.1'])(
    '%s needs keys',
    (host) => {
      const message = `HOST=${host}: other machines can reach this address, so it needs AUTH=keys`;
      expect(() => readSettings({}, { HOST: host })).toThrow(new BadSetting(message));
      expect(readSettings({}, { HOST: host, AUTH: 'keys' }).HOST).toBe(host);
    },
  );
});

describe('rates above the highest allowed ones', () => {
  const message = 'LP_FEE must be below 1, and PROTOCOL_FEE and REF_FEE together at most 0.5';
  test.each([{ LP_FEE: '1' }, { PROTOCOL_FEE: '0.25', REF_FEE: '0.250001' }, { PROTOCOL_FEE: '0.5' }])(
    '%o are refused',
    (env) => {
      expect(() => readSettings({}, env)).toThrow(new BadSetting(message));
    },
  );

  test('but the highest ones are accepted and become the policy', () => {
    const env = {
      LP_FEE: '0.999999',
      PROTOCOL_FEE: '0.25',
      REF_FEE: '0.25',
      MAX_PRICE_IMPACT: '0.5',
      TREASURY: 'guild',
      POOL_CREATION: 'operators',
      TRANSFERS: 'off',
      ORDERS: 'off',
      MATCH_FEE: '0.0005',
    };
    expect(policyOf(readSettings({}, env))).toEqual({
      maxPriceImpactPpm: 500_000n,
      rates: { lpFeePpm: 999_999n, protocolFeePpm: 250_000n, refFeePpm: 250_000n },
      treasury: 'guild',
      refusalRetentionMs: 86_400_000,
      poolCreation: 'operators',
      transfers: 'off',
      orders: 'off',
      matchFeePpm: 500n,
    });
  });
});

test.each([
  [WITNESS, `"${WITNESS}" must be a public key and a URL, separated by a space`],
  [`${WITNESS} http://a more`, `"${WITNESS} http://a more" must be a public key and a URL, separated by a space`],
  ['x http://a', '"x" is not <name>+<key id>+<public key>'],
  [`${LOG_KEY} http://a`, `"${LOG_KEY}" is the key of a log, not of a witness`],
  ...['ftp://a', 'a.example', 'http://u:p@a', 'http://a?b', 'http://a#b'].map((url) => [
    `${WITNESS} ${url}`,
    `"${url}" must start with https:// or http:// and have no password, question mark or #`,
  ]),
])('WITNESSES says what is wrong with "%s"', (text, message) => {
  expect(() => readSettings({}, { WITNESSES: text })).toThrow(new BadSetting(`WITNESSES=${text}: ${message}`));
});
