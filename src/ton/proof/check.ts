// Checks that a ton_proof proves the ownership of a wallet; asks the chain only for the key of unknown wallet contracts.
import { Address } from '@ton/core';
import { tonAddress } from '../../address.ts';
import type { WalletProof } from '../../ports/venue/chain.ts';
import { isSignedBy } from './message.ts';
import { knownWallet, readStateInit } from './wallets.ts';

export type ProofReply = WalletProof;

export type ProofRules = {
  /** Hosts that serve the page, as the wallet shows them, without a scheme. */
  readonly domains: readonly string[];
  readonly nowMs: number;
  /** Asks an unknown wallet contract for its public key; undefined if it does not answer. */
  keyOf?(address: Address): Promise<Buffer | undefined>;
};

/** In the order of the checks; the first that fails is reported. */
export const REFUSALS = {
  malformed: 'The proof does not have the form that TON Connect gives it.',
  wrong_workchain: 'The wallet is in the masterchain, where there are no tokens. Connect one in workchain 0.',
  wrong_domain: 'The proof was made for another site.',
  wrong_time: 'The proof is too old, or the clock of the device is wrong. Connect the wallet again.',
  wrong_address: 'The StateInit is not that of the address.',
  unknown_wallet: 'The wallet is of a kind whose owner cannot be told.',
  wrong_signature: "The proof is not signed with the wallet's key.",
  wrong_payload: 'The payload was not asked for here, is too old, or has been used. Connect the wallet again.',
} as const;
export type ProofRefusal = keyof typeof REFUSALS;

/** `account` is in the canonical form of addresses. */
type Proved = { readonly account: string };
export type ProofOutcome = Proved | { readonly refusal: ProofRefusal };

export const PROOF_MS = 900_000;
/** How far a phone's clock may be ahead. */
const AHEAD_MS = 60_000;
/** The most bytes that wallets agree to sign. */
const MAX_TEXT = 128;

/** Checks everything but the payload, which only its issuer can check. */
export async function checkProof(reply: ProofReply, rules: ProofRules): Promise<ProofOutcome> {
  const parts = partsOf(reply);
  if (!parts) return { refusal: 'malformed' };
  const { address, domain, timestamp, signature } = parts;
  // A key would prove the same account in every workchain, but the contracts send tokens only in workchain 0.
  if (address.workChain !== 0) return { refusal: 'wrong_workchain' };
  if (!rules.domains.includes(domain)) return { refusal: 'wrong_domain' };
  const ageMs = rules.nowMs - Number(timestamp) * 1000;
  if (ageMs > PROOF_MS || ageMs < -AHEAD_MS) return { refusal: 'wrong_time' };
  const key = await ownerOf(address, reply.walletStateInit, rules);
  if (!Buffer.isBuffer(key)) return { refusal: key };
  if (!isSignedBy(key, parts, signature)) return { refusal: 'wrong_signature' };
  return { account: address.toString() };
}

async function ownerOf(
  address: Address,
  stateInit: string | undefined,
  { keyOf }: ProofRules,
): Promise<Buffer | 'wrong_address' | 'unknown_wallet' | 'malformed'> {
  if (stateInit !== undefined) {
    const init = readStateInit(stateInit);
    if (!init) return 'malformed';
    if (!init.hash.equals(address.hash)) return 'wrong_address';
    const known = knownWallet(init);
    if (known) return known.publicKey;
  }
  const key = await keyOf?.(address);
  return key?.length === 32 ? key : 'unknown_wallet';
}

function partsOf({ address: text, proof }: ProofReply) {
  const canonical = tonAddress(text);
  const address = canonical === null ? undefined : Address.parse(canonical);
  const { domain, payload } = proof;
  const timestamp = /^\d{1,15}$/.test(`${proof.timestamp}`) ? BigInt(proof.timestamp) : undefined;
  const signature = Buffer.from(proof.signature, 'base64');
  if (!address || timestamp === undefined) return undefined;
  // Only the canonical base64, so that a used signature cannot be repeated in another spelling.
  if (signature.length !== 64 || signature.toString('base64') !== proof.signature) return undefined;
  if (domain.lengthBytes !== Buffer.byteLength(domain.value) || domain.lengthBytes > MAX_TEXT) return undefined;
  if (Buffer.byteLength(payload) > MAX_TEXT) return undefined;
  return { address, domain: domain.value, timestamp, payload, signature };
}
