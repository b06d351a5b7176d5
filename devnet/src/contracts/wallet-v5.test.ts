import { Address, beginCell, type Cell, external, internal, type MessageRelaxed, storeMessage } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { WalletContractV5R1 } from '@ton/ton';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  externalBoc,
  firstWalletId,
  MAINNET,
  messageCell,
  readRequest,
  signedBody,
  TESTNET,
  walletV5,
} from './wallet-v5.ts';

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((made) => Buffer.from(made));
const network = fc.constantFrom(MAINNET, TESTNET, -217);
const number = fc.oneof(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.constantFrom(0, 1, 32_767, 32_768, 2 ** 31 - 1));
const message = fc.record({
  to: bytes(32).map((hash) => new Address(0, hash)),
  value: fc.bigInt({ min: 0n, max: 2n ** 64n }),
  bounce: fc.boolean(),
  body: fc.uint8Array({ maxLength: 120 }).map((made) => beginCell().storeBuffer(Buffer.from(made)).endCell()),
});

type Transfer = { seqno: number; secretKey: Buffer; timeout: number; messages: MessageRelaxed[] };
/** The cast is needed because the parameter's type depends on the argument, which the compiler cannot infer from a literal. */
const signedByTheirs = (wallet: WalletContractV5R1, transfer: Transfer): Cell =>
  wallet.createTransfer<Transfer & { sendMode: number }>({ ...transfer, sendMode: 3 } as never) as Cell;

describe('a W5 wallet equals that of @ton/ton', () => {
  test('in its address and signed messages, for any key, network, wallet number and messages', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: bytes(32),
          network,
          number,
          seqno: fc.integer({ min: 0, max: 2 ** 32 - 2 }),
          validUntilS: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
          messages: fc.array(message, { maxLength: 5 }),
        }),
        ({ seed, network, number, seqno, validUntilS, messages }) => {
          const { publicKey, secretKey } = keyPairFromSeed(seed);
          const theirs = WalletContractV5R1.create({
            publicKey,
            walletId: { networkGlobalId: network, context: number },
          });
          const ours = walletV5(publicKey, network ^ number);
          expect(ours.address.toRawString()).toBe(theirs.address.toRawString());
          const relaxed = messages.map((parts) => internal(parts));
          const body = signedBody(ours, { secretKey, seqno, validUntilS, messages: relaxed.map(messageCell) });
          const signed = signedByTheirs(theirs, { seqno, secretKey, timeout: validUntilS, messages: relaxed });
          expect(body.toBoc().equals(signed.toBoc())).toBe(true);
          const read = readRequest(body);
          expect(read).toMatchObject({ seqno, validUntilS });
          const hashes = (cells: readonly Cell[]) => cells.map((cell) => cell.hash().toString('hex'));
          expect(hashes(read?.messages ?? [])).toEqual(hashes(relaxed.map(messageCell)));
          for (const deploys of [true, false]) {
            const sent = external({ to: theirs.address, body: signed, ...(deploys && { init: theirs.init }) });
            expect(
              externalBoc(ours, body, { deploys }).equals(beginCell().store(storeMessage(sent)).endCell().toBoc()),
            ).toBe(true);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  test.each([MAINNET, TESTNET, -217])('in the address of a key’s first wallet on network %i', (networkGlobalId) => {
    const { publicKey } = keyPairFromSeed(Buffer.alloc(32, 7));
    const theirs = WalletContractV5R1.create({ publicKey, walletId: { networkGlobalId } });
    expect(walletV5(publicKey, firstWalletId(networkGlobalId)).address.toRawString()).toBe(
      theirs.address.toRawString(),
    );
  });

  test('in a signed request with 255 messages; 256 are refused', () => {
    const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, 9));
    const ours = walletV5(publicKey, firstWalletId(MAINNET));
    const one = internal({ to: ours.address, value: 1n });
    const sign = (count: number) =>
      signedBody(ours, { secretKey, seqno: 1, validUntilS: 99, messages: Array(count).fill(messageCell(one)) });
    const theirs = WalletContractV5R1.create({ publicKey });
    const expected = signedByTheirs(theirs, { seqno: 1, secretKey, timeout: 99, messages: Array(255).fill(one) });
    expect(sign(255).toBoc().equals(expected.toBoc())).toBe(true);
    expect(() => sign(256)).toThrow('at most 255 messages');
  });

  test.each<[string, Cell]>([
    ['an empty body', beginCell().endCell()],
    ['a comment', beginCell().storeUint(0, 32).storeStringTail('signed, sealed, delivered').endCell()],
  ])('%s is not read as a request to the wallet', (_, body) => {
    expect(readRequest(body)).toBeUndefined();
  });
});
