// Addresses that webhooks may be sent to: both sides of every range, and what attackers write instead of an address.
import { describe, expect, test } from 'vitest';
import { AddressGuard } from './address-guard.ts';

const resolving = (...addresses: string[]) => ({
  allow: [],
  resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
});
const at = (address: string) => `https://${address.includes(':') ? `[${address}]` : address}/hook`;
const found = async (guard: AddressGuard, url: string) => {
  const target = await guard.find(url);
  return 'refused' in target ? target.refused : target.url.href;
};
const strict = new AddressGuard({
  allow: [],
  resolve: () => Promise.reject(new Error('nobody is asked for an address')),
});

const NOT_PUBLIC = 'must resolve, and only to public addresses';
const PLAIN = 'must start with https:// and must not name a port';
const NO_URL = 'must be a URL that starts with https://';
const NAMED = 'must not contain a user name or password';

describe('addresses', () => {
  test.each([
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.15',
    '168.63.129.17',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '198.51.99.255',
    '198.51.101.0',
    '203.0.112.255',
    '203.0.114.0',
    '223.255.255.255',
    '2000::',
    '2001:200::',
    '2001:db7:ffff::',
    '2001:db9::',
    '2001:4860:4860::8888',
    '2003::',
    '3ffe:ffff::',
    '3fff:1000::',
  ])('webhooks may be sent to %s and to a name that resolves to it', async (address) => {
    expect(await found(strict, at(address))).toBe(at(address));
    expect(await found(new AddressGuard(resolving(address)), 'https://a.example/')).toBe('https://a.example/');
  });

  test.each([
    '0.0.0.0',
    '0.255.255.255',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.0',
    '100.100.100.200',
    '100.127.255.255',
    '127.0.0.0',
    '127.255.255.255',
    '168.63.129.16',
    '169.254.0.0',
    '169.254.169.254',
    '169.254.255.255',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.0',
    '192.0.0.255',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.0',
    '192.168.255.255',
    '198.18.0.0',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.0',
    '239.255.255.255',
    '240.0.0.0',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '100::1',
    '1fff:ffff::',
    '2001::1',
    '2001:0:7f00:1::',
    '2001:1ff:ffff::',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '3fff::1',
    '3fff:fff:ffff::',
    '4000::',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ])('webhooks are sent neither to %s nor to a name that also resolves to it', async (address) => {
    expect(await found(strict, at(address))).toBe(NOT_PUBLIC);
    expect(await found(new AddressGuard(resolving('8.8.8.8', address)), 'https://a.example/')).toBe(NOT_PUBLIC);
  });

  test('a name is refused if it has no address, cannot be resolved, or has an address with a zone', async () => {
    expect(await found(new AddressGuard(resolving()), 'https://a.example/')).toBe(NOT_PUBLIC);
    expect(await found(strict, 'https://a.example/')).toBe(NOT_PUBLIC);
    expect(await found(new AddressGuard(resolving('fe80::1%eth0')), 'https://a.example/')).toBe(NOT_PUBLIC);
    expect(await found(new AddressGuard(resolving('2003::1%eth0')), 'https://a.example/')).toBe(NOT_PUBLIC);
  });
});

describe('URLs', () => {
  const guard = new AddressGuard(resolving('8.8.8.8'));

  test.each([
    ['https://hooks.example', 'https://hooks.example/'],
    ['https://hooks.example:443/a?b=c', 'https://hooks.example/a?b=c'],
    ['https://hooks.example./', 'https://hooks.example./'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['HTTPS://HOOKS.EXAMPLE/A', 'https://hooks.example/A'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://0x08080808/', 'https://8.8.8.8/'],
  ])('%s is accepted as %s', async (url, href) => {
    expect(await found(guard, url)).toBe(href);
  });

  test.each([
    ['', NO_URL],
    ['hooks.example', NO_URL],
    ['//hooks.example/', NO_URL],
    ['ftp://hooks.example/', NO_URL],
    ['file:///etc/passwd', NO_URL],
    ['gopher://127.0.0.1:25/', NO_URL],
    ['data:text/plain,', NO_URL],
    ['https://', NO_URL],
    ['https://[fe80::1%25eth0]/', NO_URL],
    ['https://[::1', NO_URL],
    ['https://256.1.1.1/', NO_URL],
    ['https://1.2.3.4.5/', NO_URL],
    ['https://a b.example/', NO_URL],
    ['https://hooks.example:65536/', NO_URL],
    ['http://hooks.example/', PLAIN],
    ['http://hooks.example:443/', PLAIN],
    ['https://hooks.example:80/', PLAIN],
    ['https://hooks.example:0/', PLAIN],
    ['https://hooks.example:8443/', PLAIN],
    ['https://ann@hooks.example/', NAMED],
    ['https://ann:secret@hooks.example/', NAMED],
    ['https://:secret@hooks.example/', NAMED],
    ['https://hooks.example@127.0.0.1/', NAMED],
    ['https:\\\\hooks.example@127.0.0.1\\', NAMED],
    ['https://hooks.example/#a', 'must not contain a fragment (#)'],
    ['https://2130706433/', NOT_PUBLIC],
    ['https://0x7f000001/', NOT_PUBLIC],
    ['https://017700000001/', NOT_PUBLIC],
    ['https://127.1/', NOT_PUBLIC],
    ['https://0/', NOT_PUBLIC],
    ['https://127.0.0.1./', NOT_PUBLIC],
    ['https://１２７.0.0.1/', NOT_PUBLIC],
    ['https://①②⑦.⓪.⓪.①/', NOT_PUBLIC],
    ['https://%31%32%37.0.0.1/', NOT_PUBLIC],
    ['https://[::ffff:7f00:1]/', NOT_PUBLIC],
  ])('%s is refused: it %s', async (url, refused) => {
    expect(await found(guard, url)).toBe(refused);
  });
});

describe('the allow list', () => {
  const allow = ['127.0.0.0/8', 'fd00::/16', '10.1.2.3'];
  const guard = new AddressGuard({ allow });

  test.each([
    'http://127.0.0.1:8080/',
    'http://127.0.0.1/',
    'https://127.0.0.1:8443/',
    'https://10.1.2.3/',
    'http://[fd00::1]:1/',
  ])('%s is accepted: its address is on the list', async (url) => {
    expect(await found(guard, url)).toBe(url);
  });

  test.each([
    ['http://128.0.0.1/', PLAIN],
    ['http://10.1.2.4:80/', PLAIN],
    ['https://10.1.2.4/', NOT_PUBLIC],
    ['https://[fd01::1]/', NOT_PUBLIC],
    ['https://8.8.8.8:8443/', PLAIN],
    ['ftp://127.0.0.1/', NO_URL],
    ['http://ann@127.0.0.1/', NAMED],
  ])('%s is refused: it %s', async (url, refused) => {
    expect(await found(guard, url)).toBe(refused);
  });

  test('a name needs https and the default port unless all its addresses are on the list', async () => {
    const both = new AddressGuard({ ...resolving('127.0.0.1', '8.8.8.8'), allow });
    expect(await found(both, 'https://a.example/')).toBe('https://a.example/');
    expect(await found(both, 'http://a.example/')).toBe(PLAIN);
    expect(await found(both, 'https://a.example:8443/')).toBe(PLAIN);
  });
});
