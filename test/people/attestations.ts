// Forged attestations: self-made certificate chains that name a URL for a revocation list.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type Authenticator, bytes, text } from './authenticator.ts';

type Attest = NonNullable<Parameters<Authenticator['create']>[1]>;

/** Signed by the passkey itself: nobody vouches for the device. */
export const selfAttested: Attest = ({ signed, privateKey }) => ({
  format: 'packed',
  statement: statementOf(sign('sha256', signed, privateKey)),
});

/** Everything that `android-key` requires, under a root that anybody can make. */
export const fetching =
  (url: string, format = 'android-key'): Attest =>
  ({ signed, clientDataHash, privateKey, publicKey }) => {
    const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const extensions = [
      extension('2b06010401d679020111', keyDescription(clientDataHash)),
      extension('551d1f', sequence(sequence(context(0, context(0, tagged(0x86, Buffer.from(url))))))),
    ];
    const leaf = certificate('leaf', publicKey, root.privateKey, extensions);
    const top = certificate('root', root.publicKey, root.privateKey, [
      extension('551d13', sequence(tagged(0x01, Buffer.from([255])))),
    ]);
    return { format, statement: statementOf(sign('sha256', signed, privateKey), [leaf, top]) };
  };

/** `{alg: -7, sig, x5c?}` */
function statementOf(signature: Buffer, certificates: readonly Buffer[] = []): Buffer {
  const own = [text('alg'), Buffer.from([0x26]), text('sig'), bytes(signature)];
  const chain = [text('x5c'), Buffer.from([0x80 + certificates.length]), ...certificates.map(bytes)];
  const isChained = certificates.length > 0;
  return Buffer.concat([Buffer.from([isChained ? 0xa3 : 0xa2]), ...own, ...(isChained ? chain : [])]);
}

const keyDescription = (challenge: Buffer): Buffer =>
  sequence(
    ...[integer(3), tagged(0x0a, Buffer.from([1])), integer(4), tagged(0x0a, Buffer.from([1]))],
    ...[tagged(0x04, challenge), tagged(0x04, Buffer.alloc(0)), sequence(), sequence()],
  );

/** An X.509 certificate, issued by the root. */
function certificate(name: string, publicKey: KeyObject, signer: KeyObject, extensions: readonly Buffer[]): Buffer {
  const algorithm = sequence(tagged(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const called = (common: string) =>
    sequence(tagged(0x31, sequence(tagged(0x06, Buffer.from('550403', 'hex')), tagged(0x0c, Buffer.from(common)))));
  const time = (year: string) => tagged(0x17, Buffer.from(`${year}0101000000Z`));
  const body = sequence(
    ...[context(0, integer(2)), integer(name.length), algorithm, called('root'), sequence(time('20'), time('49'))],
    ...[called(name), publicKey.export({ type: 'spki', format: 'der' }), context(3, sequence(...extensions))],
  );
  return sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.alloc(1), sign('sha256', body, signer)])));
}

const extension = (oid: string, value: Buffer): Buffer =>
  sequence(tagged(0x06, Buffer.from(oid, 'hex')), tagged(0x04, value));
const integer = (value: number): Buffer => tagged(0x02, Buffer.from([value]));
const context = (number: number, value: Buffer): Buffer => tagged(0xa0 + number, value);
const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));

/** A DER element (X.690), with a definite length. */
function tagged(tag: number, value: Buffer): Buffer {
  const long = value.length < 128 ? [value.length] : [0x82, value.length >> 8, value.length & 255];
  return Buffer.concat([Buffer.from([tag, ...long]), value]);
}
