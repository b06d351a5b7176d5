// The forms of an address and of a hash.
import { Address } from '@ton/core';
import { Refusal } from './answer.ts';
import { address, fail, hash, type Params, requiredText } from './params.ts';

export function detectAddress(_chain: unknown, params: Params) {
  const found = address(params);
  const given = requiredText(params, 'address');
  const { isBounceable = undefined, isTestOnly = false } = Address.isFriendly(given)
    ? Address.parseFriendly(given)
    : {};
  const variant = (bounceable: boolean) => {
    const form = (urlSafe: boolean) => found.toString({ bounceable, testOnly: isTestOnly, urlSafe });
    return { '@type': 'ext.utils.detectedAddressVariant', b64: form(false), b64url: form(true) };
  };
  return {
    '@type': 'ext.utils.detectedAddress',
    raw_form: found.toRawString(),
    bounceable: variant(true),
    non_bounceable: variant(false),
    given_type: isBounceable === undefined ? 'raw_form' : `friendly_${isBounceable ? '' : 'non_'}bounceable`,
    test_only: isTestOnly,
  };
}

export function detectHash(_chain: unknown, params: Params) {
  const found = hash(params, 'hash') ?? fail(new Refusal(422, 'hash: is missing'));
  return {
    '@type': 'ext.utils.detectedHash',
    b64: found.toString('base64'),
    b64url: found.toString('base64url'),
    hex: found.toString('hex'),
  };
}
