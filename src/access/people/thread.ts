// The thread that verifies passkeys: the only module of the server that loads the WebAuthn library.
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { answerCalls } from '../../thread/answer-calls.ts';
import { cutOffNetwork } from '../../thread/no-network.ts';

/** ES256, EdDSA and RS256: every authenticator supports one of them. */
const ALGORITHMS = [-7, -8, -257];

/** The challenge, host name and page origins that the browser's answer must match. */
type Expected = { readonly challenge: string; readonly rpId: string; readonly origins: readonly string[] };

/** The browser's answer, unchanged; bytes are in base64url. */
export type RegistrationToVerify = Expected & {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
};
export type AssertionToVerify = Expected & {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly publicKey: string;
  readonly counter: number;
};

export type Refused = { readonly refused: string };
export type Registered = Refused | { readonly publicKey: string; readonly counter: number; readonly isSynced: boolean };
export type Asserted = Refused | { readonly counter: number; readonly isSynced: boolean };

const common = ({ id, challenge, rpId, origins }: Expected & { readonly id: string }) => ({
  // User verification is requested but not required.
  options: {
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: rpId,
    requireUserVerification: false,
  },
  shell: { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} },
});

const passkeys = {
  async register(asked: RegistrationToVerify): Promise<Registered> {
    const { options, shell } = common(asked);
    const { clientDataJSON, attestationObject } = asked;
    return orRefused(async () => {
      const response = { ...shell, response: { clientDataJSON, attestationObject } };
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        ...options,
        response,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!verified) return { refused: 'its attestation is not valid' };
      const { credential, credentialBackedUp: isSynced } = registrationInfo;
      if (credential.id !== asked.id) return { refused: 'it has another id than it says' };
      return {
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        isSynced,
      };
    });
  },

  async assert(asked: AssertionToVerify): Promise<Asserted> {
    const { options, shell } = common(asked);
    const { id, clientDataJSON, authenticatorData, signature, counter } = asked;
    const publicKey = new Uint8Array(Buffer.from(asked.publicKey, 'base64url'));
    return orRefused(async () => {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        ...options,
        response: { ...shell, response: { clientDataJSON, authenticatorData, signature } },
        credential: { id, publicKey, counter },
      });
      if (!verified) return { refused: 'its signature is not valid' };
      return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp };
    });
  },
};

/** Returns an error as a refusal: the library throws if verification fails. */
async function orRefused<T>(work: () => Promise<T>): Promise<T | Refused> {
  try {
    return await work();
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

cutOffNetwork();
answerCalls({ passkeys }, async () => {});
