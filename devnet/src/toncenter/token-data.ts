// getTokenData: recognises a jetton or a jetton wallet by its getters (TEP-74), with the on-chain metadata (TEP-64).
import { createHash } from 'node:crypto';
import { type Address, beginCell, type Cell, Dictionary, getMethodId, type TupleItem, TupleReader } from '@ton/core';
import type { Chain } from '../chain/chain.ts';
import { Refusal } from './answer.ts';
import { address, type Params } from './params.ts';

export async function tokenData(chain: Chain, params: Params): Promise<object> {
  const of = address(params);
  const found = (await jettonMaster(chain, of)) ?? (await jettonWallet(chain, of));
  if (!found) throw new Refusal(409, `the contract ${of.toRawString()} is neither a jetton nor a jetton wallet`);
  return found;
}

const jettonMaster = (chain: Chain, of: Address) =>
  read(chain, of, 'get_jetton_data', [], (answer) => {
    const [supply, isMintable] = [answer.readBigNumber(), answer.readBoolean()];
    const admin = answer.readAddressOpt();
    const [content, walletCode] = [answer.readCell(), answer.readCell()];
    return {
      '@type': 'ext.tokens.jettonMasterData',
      address: of.toString(),
      contract_type: 'jetton_master',
      total_supply: supply.toString(),
      mintable: isMintable,
      ...(admin && { admin_address: admin.toString() }),
      jetton_content: contentOf(content),
      jetton_wallet_code: base64(walletCode),
    };
  });

/** Undefined unless the minter confirms that the wallet is one of its wallets: any contract can claim a balance. */
export async function jettonWallet(chain: Chain, of: Address) {
  const wallet = await read(chain, of, 'get_wallet_data', [], (answer) => ({
    balance: answer.readBigNumber(),
    owner: answer.readAddress(),
    jetton: answer.readAddress(),
    code: answer.readCell(),
  }));
  if (!wallet) return undefined;
  const { balance, owner, jetton, code } = wallet;
  const asked: TupleItem = { type: 'slice', cell: beginCell().storeAddress(owner).endCell() };
  const named = await read(chain, jetton, 'get_wallet_address', [asked], (answer) => answer.readAddress());
  if (!named?.equals(of)) return undefined;
  return {
    '@type': 'ext.tokens.jettonWalletData',
    address: of.toString(),
    contract_type: 'jetton_wallet',
    balance: balance.toString(),
    owner: owner.toString(),
    jetton: jetton.toString(),
    jetton_wallet_code: base64(code),
  };
}

/** Undefined if the contract has no such getter, or if its answer cannot be read. */
async function read<Value>(
  chain: Chain,
  of: Address,
  getter: string,
  stack: readonly TupleItem[],
  parse: (answer: TupleReader) => Value,
): Promise<Value | undefined> {
  const outcome = await chain.get(of, getMethodId(getter), stack);
  if (outcome?.exitCode !== 0) return undefined;
  try {
    return parse(new TupleReader([...outcome.stack]));
  } catch {
    return undefined;
  }
}

const [ON_CHAIN, OFF_CHAIN] = [0, 1];
const SNAKE = 0;
const ATTRIBUTES = ['uri', 'name', 'description', 'image', 'image_data', 'symbol', 'decimals', 'amount_style'];

function contentOf(content: Cell): object {
  const slice = content.beginParse();
  const layout = slice.loadUint(8);
  if (layout === OFF_CHAIN) return { type: 'offchain', data: slice.loadStringTail() };
  if (layout !== ON_CHAIN) throw new Error(`unknown layout of the content: ${layout}`);
  const entries = slice.loadDict(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  const data: Record<string, string> = {};
  for (const name of ATTRIBUTES) {
    const text = entries.get(createHash('sha256').update(name).digest())?.beginParse();
    if (text && text.loadUint(8) === SNAKE) data[name] = text.loadStringTail();
  }
  return { type: 'onchain', data };
}

const base64 = (cell: Cell): string => cell.toBoc().toString('base64');
