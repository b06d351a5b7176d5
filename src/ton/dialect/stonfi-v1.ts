// STON.fi v1, and our own contracts, which use its message format. Attached TON is as in STON.fi's SDK.
import { type Address, beginCell, type Cell } from '@ton/core';
import { burnBody, transferBody } from '#devnet/contracts/jetton';
import { provideBody } from '#devnet/contracts/messages';
import { V1 } from '#devnet/contracts/ops';
import type { Chain } from '../chain.ts';
import {
  CONSTANT_PRODUCT,
  type Dialect,
  milliTon,
  type OutMessage,
  ownerOf,
  type PoolData,
  type ProvideTerms,
  referrerOf,
  type SwapTerms,
} from './dialect.ts';
import { ask, expectedTokens, GetterFailed, jettonSupply } from './getters.ts';

type Attached = { readonly value: bigint; readonly forward: bigint };

const TON = {
  swapToJetton: { value: milliTon(220), forward: milliTon(175) },
  swapToTon: { value: milliTon(170), forward: milliTon(125) },
  swapOfTon: milliTon(185),
  provide: { value: milliTon(300), forward: milliTon(240) },
  provideTon: milliTon(260),
  lpAccount: milliTon(300),
  /** Less than the SDK attaches, so that a wallet with little TON can still take back tokens that wait in its LP account. */
  resetGas: milliTon(50),
  burn: milliTon(500),
};

export const stonfiV1: Dialect = {
  version: 1,

  swap(terms) {
    const attached = terms.ask.kind === 'ton' ? TON.swapToTon : TON.swapToJetton;
    return carried(terms, swapPayload(terms), attached, TON.swapOfTon);
  },

  provide: (terms) => carried(terms, provideBody(terms.otherRouterWallet, terms.minLp), TON.provide, TON.provideTon),

  refundMe: ({ lpAccount, queryId }) => ({
    to: lpAccount,
    value: TON.lpAccount,
    body: beginCell().storeUint(V1.refundMe, 32).storeUint(queryId, 64).endCell(),
  }),

  resetGas: ({ lpAccount, queryId }) => ({
    to: lpAccount,
    value: TON.resetGas,
    body: beginCell().storeUint(V1.resetGas, 32).storeUint(queryId, 64).endCell(),
  }),

  burn: ({ lpWallet, user, queryId, amount }) => ({
    to: lpWallet,
    value: TON.burn,
    body: burnBody({ queryId, amount, response: user }),
  }),

  routerData: (chain, router) =>
    ask(chain, router, ['get_router_data'], (answer) => ({
      isLocked: answer.readBoolean(),
      admin: answer.readAddressOpt(),
      pools: CONSTANT_PRODUCT,
    })),

  poolData: (chain, pool) =>
    ask(chain, pool, ['get_pool_data'], (answer) => {
      const [reserve0, reserve1] = [answer.readBigNumber(), answer.readBigNumber()];
      const [wallet0, wallet1] = [answer.readAddress(), answer.readAddress()];
      const [lpFeeBps, protocolFeeBps] = [answer.readBigNumber(), answer.readBigNumber()];
      const refFeeBps = answer.readBigNumber();
      const feeAddress = ownerOf(answer.readAddressOpt());
      const [collected0, collected1] = [answer.readBigNumber(), answer.readBigNumber()];
      return {
        ...{ isLocked: false, supply: null, reserve0, reserve1, wallet0, wallet1 },
        ...{ lpFeeBps, protocolFeeBps, refFeeBps, feeAddress, collected0, collected1 },
      };
    }),

  async supply(chain, pool, data) {
    const supply = await reportedSupply(chain, pool);
    return supply === undefined ? supplyByShare(chain, pool, await data()) : supply;
  },
};

/** Undefined if the getter fails: it prints the pool's address in the name of the LP tokens, and cannot if that begins with zeros. */
const reportedSupply = (chain: Chain, pool: Address): Promise<bigint | null | undefined> =>
  jettonSupply(chain, pool).catch((error: unknown) => {
    if (error instanceof GetterFailed) return undefined;
    throw error;
  });

/** The supply of LP tokens: as many as the pool would mint for exactly its reserves. */
async function supplyByShare(chain: Chain, pool: Address, data: PoolData | null): Promise<bigint | null> {
  if (data === null || data.reserve0 === 0n || data.reserve1 === 0n) return data && 0n;
  return expectedTokens(chain, pool, [data.reserve0, data.reserve1]);
}

function carried(terms: SwapTerms | ProvideTerms, payload: Cell, attached: Attached, forTon: bigint): OutMessage {
  const { offer, router, user, queryId, amount } = terms;
  const shared = { queryId, amount, destination: router, forwardPayload: payload };
  if (offer.kind === 'ton') {
    const body = transferBody({ ...shared, response: null, forwardTon: forTon });
    return { to: offer.routerWallet, value: amount + forTon, body };
  }
  const body = transferBody({ ...shared, response: user, forwardTon: attached.forward });
  return { to: offer.userWallet, value: attached.value, body };
}

function swapPayload(terms: SwapTerms): Cell {
  const referrer = referrerOf(terms);
  const payload = beginCell()
    .storeUint(V1.swap, 32)
    .storeAddress(terms.ask.routerWallet)
    // A version 1 pool refunds an output that equals its minimum, so the minimum sent is one less.
    .storeCoins(terms.minReceived > 0n ? terms.minReceived - 1n : 0n)
    .storeAddress(terms.user)
    .storeBit(referrer !== null);
  return (referrer ? payload.storeAddress(referrer) : payload).endCell();
}
