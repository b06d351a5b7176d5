// A software authenticator, which can also misbehave: lie, replay, and count backwards.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Challenge = { readonly challenge: string; readonly origin: string; readonly rpId: string };

/** Makes an attestation statement, in CBOR, for the signed bytes. */
type Attest = (made: {
  readonly signed: Buffer;
  readonly clientDataHash: Buffer;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}) => { readonly format: string; readonly statement: Buffer };

const NONE: Attest = () => ({ format: 'none', statement: Buffer.from([0xa0]) });

export class Authenticator {
  readonly id: string;
  counter = 0;
  readonly #private: KeyObject;
  readonly #public: KeyObject;

  constructor(id = randomBytes(16).toString('base64url')) {
    this.id = id;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#private = privateKey;
    this.#public = publicKey;
  }

  create(asked: Challenge, attest = NONE) {
    const credentialId = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, this.#coseKey()]);
    const authData = Buffer.concat([this.#authData(asked.rpId, 0x45), attested]);
    const client = clientData('webauthn.create', asked);
    const clientDataHash = createHash('sha256').update(client).digest();
    const { format, statement } = attest({
      signed: Buffer.concat([authData, clientDataHash]),
      clientDataHash,
      privateKey: this.#private,
      publicKey: this.#public,
    });
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[text('fmt'), text(format), text('attStmt'), statement, text('authData'), bytes(authData)],
    ]);
    return {
      id: this.id,
      clientDataJSON: client.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    };
  }

  get(asked: Challenge) {
    const client = clientData('webauthn.get', asked);
    const data = this.#authData(asked.rpId, 0x05);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return {
      id: this.id,
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#private).toString('base64url'),
    };
  }

  #authData(rpId: string, flags: number): Buffer {
    const end = Buffer.alloc(5);
    end.writeUInt8(flags);
    end.writeUInt32BE(this.counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), end]);
  }

  /** RFC 9053, 7.1.1: an EC2 key on P-256, for ES256. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#public.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, 'base64url')),
    ]);
  }
}

const clientData = (type: string, { challenge, origin }: Challenge): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

export const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

export function bytes(value: Buffer): Buffer {
  const head = value.length < 24 ? [0x40 + value.length] : value.length < 256 ? [0x58, value.length] : [];
  if (head.length > 0) return Buffer.concat([Buffer.from(head), value]);
  return Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 255]), value]);
}
