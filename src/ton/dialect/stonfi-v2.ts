// STON.fi v2.2 (constant product) with pTON 2.1. Attached TON is as in STON.fi's SDK.
import { beginCell, type Cell } from '@ton/core';
import { burnBody, transferBody } from '#devnet/contracts/jetton';
import { V2 } from '#devnet/contracts/ops';
import {
  type Dialect,
  milliTon,
  type OutMessage,
  ownerOf,
  type ProvideTerms,
  referrerOf,
  type SwapTerms,
} from './dialect.ts';
import { ask } from './getters.ts';

const TON = {
  swap: { value: milliTon(300), forward: milliTon(240) },
  provide: { value: milliTon(300), forward: milliTon(235) },
  /** If TON is offered: `forTon` is forwarded to the router, and `ptonWallet` is the gas of the pTON wallet. */
  forTon: milliTon(300),
  ptonWallet: milliTon(10),
  refundMe: milliTon(800),
  burn: milliTon(800),
};
/** The default of STON.fi's SDK if no referral fee is given, even without a referrer. */
const REF_FEE_BPS = 10;

export const stonfiV2: Dialect = {
  version: 2,

  swap: (terms) => carried(terms, swapPayload(terms), TON.swap),

  provide: (terms) => carried(terms, providePayload(terms), TON.provide),

  refundMe: ({ lpAccount, queryId }) => ({
    to: lpAccount,
    value: TON.refundMe,
    body: beginCell()
      .storeUint(V2.refundMe, 32)
      .storeUint(queryId, 64)
      .storeMaybeRef(null)
      .storeMaybeRef(null)
      .endCell(),
  }),

  burn: ({ lpWallet, queryId, amount }) => ({
    to: lpWallet,
    value: TON.burn,
    body: burnBody({ queryId, amount, response: null }),
  }),

  routerData: (chain, router) =>
    ask(chain, router, ['get_router_data'], (answer) => {
      answer.skip(1); // the router's id
      const pools = answer.readString();
      return { isLocked: answer.readBoolean(), admin: answer.readAddressOpt(), pools };
    }),

  poolData: (chain, pool) =>
    ask(chain, pool, ['get_pool_data'], (answer) => {
      const isLocked = answer.readBoolean();
      answer.skip(1); // the router
      const supply = answer.readBigNumber();
      const [reserve0, reserve1] = [answer.readBigNumber(), answer.readBigNumber()];
      const [wallet0, wallet1] = [answer.readAddress(), answer.readAddress()];
      const [lpFeeBps, protocolFeeBps] = [answer.readBigNumber(), answer.readBigNumber()];
      const feeAddress = ownerOf(answer.readAddressOpt());
      const [collected0, collected1] = [answer.readBigNumber(), answer.readBigNumber()];
      return {
        ...{ isLocked, supply, reserve0, reserve1, wallet0, wallet1 },
        ...{ lpFeeBps, protocolFeeBps, refFeeBps: null, feeAddress, collected0, collected1 },
      };
    }),

  supply: async (_chain, _pool, data) => (await data())?.supply ?? null,
};

function carried(
  { offer, router, user, queryId, amount }: SwapTerms | ProvideTerms,
  payload: Cell,
  attached: { readonly value: bigint; readonly forward: bigint },
): OutMessage {
  if (offer.kind === 'ton') {
    const body = beginCell()
      .storeUint(V2.tonTransfer, 32)
      .storeUint(queryId, 64)
      .storeCoins(amount)
      .storeAddress(user)
      .storeMaybeRef(payload)
      .endCell();
    return { to: offer.routerWallet, value: amount + TON.forTon + TON.ptonWallet, body };
  }
  const body = transferBody({
    ...{ queryId, amount, destination: router, response: user },
    ...{ forwardTon: attached.forward, forwardPayload: payload },
  });
  return { to: offer.userWallet, value: attached.value, body };
}

function swapPayload(terms: SwapTerms): Cell {
  const { user, minReceived, deadlineS } = terms;
  const rest = beginCell()
    .storeCoins(minReceived)
    .storeAddress(user)
    .storeCoins(0)
    .storeMaybeRef(null)
    .storeCoins(0)
    .storeMaybeRef(null)
    .storeUint(REF_FEE_BPS, 16)
    .storeAddress(referrerOf(terms));
  return beginCell()
    .storeUint(V2.swap, 32)
    .storeAddress(terms.ask.routerWallet)
    .storeAddress(user)
    .storeAddress(user)
    .storeUint(deadlineS, 64)
    .storeRef(rest)
    .endCell();
}

function providePayload({ otherRouterWallet, user, minLp, deadlineS }: ProvideTerms): Cell {
  const BOTH_POSITIVE = true;
  const rest = beginCell()
    .storeCoins(minLp)
    .storeAddress(user)
    .storeBit(BOTH_POSITIVE)
    .storeCoins(0)
    .storeMaybeRef(null);
  return beginCell()
    .storeUint(V2.provideLp, 32)
    .storeAddress(otherRouterWallet)
    .storeAddress(user)
    .storeAddress(user)
    .storeUint(deadlineS, 64)
    .storeRef(rest)
    .endCell();
}
