// Ed25519 keys of logs and witnesses, as C2SP signed-note names and writes them.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { fromBase64, MalformedLogText } from './format.ts';

/** The signature types of signed-note that this program signs and checks. */
const SIGNATURE_TYPES = { note: 0x01, cosignature: 0x04 } as const;
export type SignatureType = keyof typeof SIGNATURE_TYPES;

export type VerifierKey = {
  readonly name: string;
  readonly id: number;
  readonly type: SignatureType;
  readonly publicKey: Buffer;
};

/** A private key with the name under which it signs: a log's is its origin. */
export type SigningKey = VerifierKey & { readonly privateKey: KeyObject };

/** The text of a new key file: PKCS #8 in PEM, as `openssl genpkey -algorithm ed25519` writes it. The caller keeps it secret. */
export const newKeyFile = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

export function signingKey(keyFile: string, name: string, type: SignatureType): SigningKey {
  const privateKey = readPrivateKey(keyFile);
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { ...verifierKey(name, type, Buffer.from(x, 'base64url')), privateKey };
}

function readPrivateKey(keyFile: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(keyFile);
  } catch {
    throw new MalformedLogText(
      'the key file holds no private key in PEM; make one with openssl genpkey -algorithm ed25519',
    );
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new MalformedLogText(`the key is ${key.asymmetricKeyType}, not ed25519`);
  return key;
}

export function verifierKey(name: string, type: SignatureType, publicKey: Buffer): VerifierKey {
  if (!isKeyName(name)) throw new MalformedLogText(`a key cannot be named "${name}": names have no spaces and no +`);
  if (publicKey.length !== 32) throw new MalformedLogText(`the public key of ${name} has ${publicKey.length} bytes`);
  return { name, id: keyId(name, typed(type, publicKey)), type, publicKey };
}

/** The text form `<name>+<id>+<key>` of signed-note. */
export const vkeyOf = ({ name, id, type, publicKey }: VerifierKey): string =>
  `${name}+${id.toString(16).padStart(8, '0')}+${typed(type, publicKey).toString('base64')}`;

export function parseVkey(vkey: string): VerifierKey {
  const [, name = '', id = '', key] = /^([^+]*)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? [];
  if (key === undefined) throw new MalformedLogText(`"${vkey}" is not <name>+<key id>+<public key>`);
  const bytes = fromBase64(key, `the public key of ${name}`);
  const type = (Object.keys(SIGNATURE_TYPES) as SignatureType[]).find((known) => SIGNATURE_TYPES[known] === bytes[0]);
  if (type === undefined) throw new MalformedLogText(`the key of ${name} is of type ${bytes[0]}; known are 1 and 4`);
  const parsed = verifierKey(name, type, bytes.subarray(1));
  if (parsed.id === Number.parseInt(id, 16)) return parsed;
  throw new MalformedLogText(`the key of ${name} does not have the id ${id}: one of its characters is wrong`);
}

/** Names have no character that Unicode counts as a space, and no plus. */
export const isKeyName = (name: string): boolean =>
  name !== '' && name.isWellFormed() && !/[\p{White_Space}+]/u.test(name) && !hasControls(name);

// biome-ignore lint/suspicious/noControlCharactersInRegex: notes must not contain them
const CONTROLS = /[\x00-\x09\x0b-\x1f]/;
/** True if there is an ASCII control character other than a newline. */
export const hasControls = (text: string): boolean => CONTROLS.test(text);

export const signBytes = ({ privateKey }: SigningKey, message: string): Buffer =>
  sign(null, Buffer.from(message), privateKey);

export function isSignedBy({ publicKey }: VerifierKey, message: string, signature: Buffer): boolean {
  if (signature.length !== 64) return false;
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  });
  return verify(null, Buffer.from(message), key, signature);
}

const typed = (type: SignatureType, publicKey: Buffer): Buffer =>
  Buffer.concat([Buffer.of(SIGNATURE_TYPES[type]), publicKey]);

const keyId = (name: string, key: Buffer): number =>
  Number.parseInt(hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), key]), 'hex').slice(0, 8), 16);
