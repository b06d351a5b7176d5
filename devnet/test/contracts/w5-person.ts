// A person with a W5 wallet, the most common kind, and tokens A and B.
import { external, internal, type SenderArguments, toNano } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { firstWalletId, messageCell, signedBody, walletV5 } from '../../src/contracts/wallet-v5.ts';
import type { Exchange, Person } from './exchange.ts';

const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, 7));
const NETWORK = -217;

export async function w5Person(exchange: Exchange): Promise<Person> {
  const { chain, admin } = exchange;
  const wallet = walletV5(publicKey, firstWalletId(NETWORK));
  await admin.send({ to: wallet.address, value: toNano(1000), bounce: false });
  let seqno = 0;
  const person: Person = {
    address: wallet.address,
    getBalance: async () => (await chain.getContract(wallet.address)).balance,
    async send({ to, value, body }: SenderArguments) {
      const message = messageCell(internal({ to, value, bounce: true, ...(body && { body }) }));
      const validUntilS = Math.floor(Date.now() / 1000) + 600;
      const signed = signedBody(wallet, { secretKey, seqno, validUntilS, messages: [message] });
      const init = seqno === 0 ? { init: wallet.init } : {};
      seqno += 1;
      return chain.sendMessage(external({ to: wallet.address, body: signed, ...init }));
    },
  };
  await exchange.giveTokens(person.address);
  return person;
}
