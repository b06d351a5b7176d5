// One contract with arbitrary data that executes one message.
import { Address, type Cell, internal, type Message, toNano } from '@ton/core';
import { Blockchain, createShardAccount } from '@ton/sandbox';
import { sharedExecutor } from '../../../src/chain/executor.ts';

export const addressNumber = (number: number): Address => new Address(0, Buffer.alloc(32, number));

export type Taken = { readonly exitCode: number; readonly data: Cell; readonly sent: readonly Message[] };

export class LoneContract {
  readonly #chain: Blockchain;
  readonly #address: Address;
  readonly #code: Cell;

  private constructor(chain: Blockchain, address: Address, code: Cell) {
    this.#chain = chain;
    this.#address = address;
    this.#code = code;
  }

  static async open(address: Address, code: Cell): Promise<LoneContract> {
    return new LoneContract(
      await Blockchain.create({ config: 'slim', executor: await sharedExecutor() }),
      address,
      code,
    );
  }

  async take(data: Cell, from: Address, body: Cell, value = toNano(1)): Promise<Taken> {
    const contract = await this.#chain.getContract(this.#address);
    const state = { address: this.#address, code: this.#code, data, balance: toNano(1) };
    contract.account = createShardAccount(state);
    const { description, outMessages } = await contract.receiveMessage(messageFrom(from, this.#address, value, body));
    if (description.type !== 'generic' || description.computePhase.type !== 'vm') throw new Error('nothing was run');
    const after = contract.accountState?.type === 'active' ? contract.accountState.state.data : undefined;
    return { exitCode: description.computePhase.exitCode, data: after ?? data, sent: outMessages.values() };
  }
}

/** A message as if sent by this address; it does not bounce if refused. */
export function messageFrom(from: Address, to: Address, value: bigint, body: Cell): Message {
  const message = internal({ to, value, body, bounce: false });
  const info = { ...message.info, src: from, createdAt: 0, createdLt: 0n, forwardFee: 0n };
  return { ...message, info } as Message;
}
