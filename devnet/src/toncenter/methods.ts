// The methods of toncenter's API v2 that a devnet supports.
import { type Address, beginCell, type Cell, external, getMethodId, storeMessage, type TupleItem } from '@ton/core';
import { type Chain, librariesIn, NoMessage } from '../chain/chain.ts';
import { CONFIGURATION_CELL, configParameter, isStack } from '../chain/emulator.ts';
import { librariesOf } from '../import/libraries.ts';
import { extendedInformation, information, walletInformation } from './accounts.ts';
import { type Answer, errorOf, Refusal, resultOf } from './answer.ts';
import { blockHeader, blockId, blockTransactions, consensusBlock, masterchainInfo, shards } from './blocks.ts';
import { detectAddress, detectHash } from './detect.ts';
import { estimateFee } from './fees.ts';
import { address, bytes, cell, fail, hash, optionalCell, type Params, requiredText, wholeNumber } from './params.ts';
import { readStack, readTypedStack, writeStack, writeTypedStack } from './stack.ts';
import { tokenData } from './token-data.ts';
import { sends, transactionId, writeTransaction } from './transaction.ts';

type Method = (chain: Chain, params: Params) => unknown;

const METHODS: Readonly<Record<string, Method>> = {
  getAddressInformation: information,
  getExtendedAddressInformation: extendedInformation,
  getWalletInformation: walletInformation,
  getAddressBalance: (chain, params) => chain.account(address(params)).balance.toString(),
  getAddressState: (chain, params) => chain.account(address(params)).status,
  packAddress: (_chain, params) => address(params).toString(),
  unpackAddress: (_chain, params) => address(params).toRawString(),
  detectAddress,
  detectHash,
  getMasterchainInfo: masterchainInfo,
  getConsensusBlock: consensusBlock,
  getBlockHeader: blockHeader,
  lookupBlock: (chain, params) => blockHeader(chain, params).id,
  shards,
  getShards: shards,
  getBlockTransactions: blockTransactions,
  getConfigParam: (_chain, params) => {
    const number = wholeNumber(params, 'config_id') ?? wholeNumber(params, 'param') ?? -1;
    const found = configParameter(number) ?? fail(new Refusal(500, `LITE_SERVER_UNKNOWN: there is no such parameter`));
    return configInfo(found);
  },
  // The configuration never changes, so that of any block is the same.
  getConfigAll: () => configInfo(CONFIGURATION_CELL),
  getLibraries: (chain, params) => libraries(chain, params),
  getTokenData: tokenData,
  runGetMethod,
  runGetMethodStd,
  sendBoc: async (chain, params) => {
    await send(chain, params);
    return { '@type': 'ok' };
  },
  sendBocReturnHash: async (chain, params) => ({
    '@type': 'raw.extMessageInfo',
    hash: (await send(chain, params)).toString('base64'),
  }),
  estimateFee: (chain, params) => {
    const [code, data] = [optionalCell(params, 'init_code'), optionalCell(params, 'init_data')];
    const to = address(params);
    const message = external({ to, body: cell(params, 'body'), ...(code && data && { init: { code, data } }) });
    return estimateFee(chain, to, beginCell().store(storeMessage(message)).endCell());
  },
  getTransactions,
  tryLocateTx: locateResult,
  tryLocateResultTx: locateResult,
  tryLocateSourceTx: locateSource,
  getMasterchainBlockSignatures: () => lacks('validators, so nobody signs its blocks'),
  getShardBlockProof: () => lacks('validators, so there is no proof of a block'),
  dnsResolve: () => lacks('domains'),
};

const lacks = (what: string): never => fail(new Refusal(501, `a devnet has no ${what}`));

const configInfo = (found: Cell) => ({
  '@type': 'configInfo',
  config: { '@type': 'tvm.cell', bytes: found.toBoc().toString('base64') },
});

/** The devnet's libraries with these hashes, in hex or base64. */
function libraries(chain: Chain, { libraries: named }: Params) {
  const wanted = [named].flat().map(String);
  const dictionary = librariesIn(chain.database);
  const found = (dictionary ? librariesOf(dictionary) : []).filter((library) =>
    ['hex', 'base64'].some((form) => wanted.includes(library.hash().toString(form as 'hex'))),
  );
  const entries = found.map((library) => ({
    ...{ '@type': 'smc.libraryEntry', hash: library.hash().toString('base64') },
    data: library.toBoc().toString('base64'),
  }));
  return { '@type': 'smc.libraryResult', result: entries };
}

/** Never throws, whatever the input. */
export async function callMethod(chain: Chain, name: string, params: Params): Promise<Answer> {
  try {
    const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
    if (!method) throw new Refusal(404, `there is no method ${JSON.stringify(name.slice(0, 64))} on this devnet`);
    return resultOf(await method(chain, params));
  } catch (error) {
    if (error instanceof Refusal) return errorOf(error);
    return errorOf(new Refusal(500, `this devnet has failed: ${(error as Error).message}`));
  }
}

/** Exit code for an account without code, as liteservers return it. */
const NO_CODE = -13;

async function runGetMethod(chain: Chain, params: Params) {
  const { lastLt, lastHash } = chain.account(address(params));
  const block_id = blockId(chain.head);
  const { stack, ...outcome } = await runGetter(chain, params, readStack(params.stack));
  return { ...outcome, stack: writeStack(stack), block_id, last_transaction_id: transactionId(lastLt, lastHash) };
}

/** Like runGetMethod, but every entry of the input and output stacks names its type, at every depth. */
async function runGetMethodStd(chain: Chain, params: Params) {
  const { stack, ...outcome } = await runGetter(chain, params, readTypedStack(params.stack));
  return { ...outcome, stack: writeTypedStack(stack) };
}

async function runGetter(chain: Chain, params: Params, stack: readonly TupleItem[]) {
  const of = address(params);
  const method = requiredText(params, 'method');
  if (!isStack(stack)) throw new Refusal(422, 'stack: it cannot be written as cells');
  const methodId = /^\d+$/.test(method) ? Number(method) : getMethodId(method);
  const outcome = await chain.get(of, methodId, stack);
  return {
    '@type': 'smc.runResult',
    gas_used: outcome?.gasUsed ?? 0,
    exit_code: outcome?.exitCode ?? NO_CODE,
    stack: outcome?.stack ?? [],
  };
}

/** Returns the hash of the message. */
export async function send(chain: Chain, params: Params): Promise<Buffer> {
  const boc = bytes(params, 'boc');
  try {
    const sent = await chain.send(boc);
    if ('hash' in sent) return sent.hash;
    const { exitCode, error } = sent.refused;
    const code = exitCode === undefined ? '' : `: exitcode=${exitCode}`;
    throw new Refusal(500, `LITE_SERVER_UNKNOWN: cannot apply external message to current state : ${error}${code}`);
  } catch (error) {
    throw error instanceof NoMessage ? new Refusal(422, `boc: ${error.message}`) : error;
  }
}

/** The most transactions per answer, which then has a few megabytes. */
const MOST_TRANSACTIONS = 1000;

function getTransactions(chain: Chain, params: Params) {
  const of = address(params);
  const limit = wholeNumber(params, 'limit', MOST_TRANSACTIONS) ?? 10;
  const [lt, from] = [wholeNumber(params, 'lt'), hash(params, 'hash')];
  const page = { fromLt: lt ?? Number.MAX_SAFE_INTEGER, toLt: wholeNumber(params, 'to_lt') ?? 0, limit };
  if (lt !== undefined && from) refuseUnknown(chain, of, lt, from);
  return chain.transactions(of, page).map(writeTransaction);
}

function refuseUnknown(chain: Chain, of: Address, lt: number, from: Buffer): void {
  const [named] = chain.transactions(of, { fromLt: lt, toLt: lt - 1, limit: 1 });
  if (!named || Buffer.compare(named.hash, from) !== 0)
    throw new Refusal(500, 'LITE_SERVER_UNKNOWN: cannot locate transaction in block with specified logical time');
}

const NOT_FOUND = 'LITE_SERVER_UNKNOWN: transaction was not found';

function locateResult(chain: Chain, params: Params) {
  const [source, destination] = [address(params, 'source'), address(params, 'destination')];
  const createdLt = wholeNumber(params, 'created_lt') ?? fail(new Refusal(422, 'created_lt: is missing'));
  const row = chain.database.taker(source.toRawString(), destination.toRawString(), createdLt);
  return row ? writeTransaction(row) : fail(new Refusal(500, NOT_FOUND));
}

/** Finds the source's last transaction up to the message's logical time. */
function locateSource(chain: Chain, params: Params) {
  const [source, destination] = [address(params, 'source'), address(params, 'destination')];
  const createdLt = wholeNumber(params, 'created_lt') ?? fail(new Refusal(422, 'created_lt: is missing'));
  const [row] = chain.transactions(source, { fromLt: createdLt, toLt: 0, limit: 1 });
  return row && sends(row, destination, createdLt) ? writeTransaction(row) : fail(new Refusal(500, NOT_FOUND));
}
