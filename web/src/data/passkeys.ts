// Passkeys: the browser creates and uses them, the server tells for which account.
import type { Calls } from '#client';
import { t } from '../words/words.ts';
import { accountChanged, afterSignIn } from './live/live.ts';
import { server } from './server.ts';

type CreationOptions = Calls['beginSignUp']['output']['options'];
type SignUp = Calls['getSignUp']['output'];

/** True if this page can use passkeys: browsers allow them only on the configured host and in a secure context. */
export const canUsePasskeys = ({ passkeyUrl }: Pick<SignUp, 'passkeyUrl'>): boolean =>
  passkeyUrl === location.origin && window.isSecureContext && window.PublicKeyCredential !== undefined;

/** True if the person closed the browser's dialogue or has no passkey to choose. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

const load = () => import('@simplewebauthn/browser');

async function create({ algorithms, excludeCredentials, ...options }: CreationOptions) {
  const { startRegistration } = await load();
  const { id, response } = await startRegistration({
    optionsJSON: {
      ...options,
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg: Number(alg) })),
      excludeCredentials: excludeCredentials as [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
    },
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports: [...transports] };
}

/** Signs up with an invitation or openly, under a chosen name or that of the invitation. */
export type Applicant = { readonly invitation?: string; readonly name?: string };

export async function signUpWithPasskey(who: Applicant): Promise<Calls['finishSignUp']['output']> {
  const { options } = await server.beginSignUp(who);
  const passkey = await create(options);
  const done = await server.finishSignUp({ ...who, passkey, label: deviceName() });
  accountChanged();
  return done;
}

/** The key is shown once; the new account is signed in with it. */
export async function signUpWithKey(who: Applicant): Promise<Calls['finishSignUp']['output']> {
  const done = await server.finishSignUp({ ...who, credential: 'key' });
  accountChanged();
  return done;
}

/** `again`: the account that must sign in again; a passkey of another one is refused. */
export async function signInWithPasskey(again?: string): Promise<void> {
  const { options } = await server.beginSignIn({});
  const { startAuthentication } = await load();
  const { id, response } = await startAuthentication({ optionsJSON: { ...options, userVerification: 'preferred' } });
  const { clientDataJSON, authenticatorData, signature } = response;
  await server.finishSignIn({ passkey: { id, clientDataJSON, authenticatorData, signature } }, { account: again });
  afterSignIn(again);
}

export async function addPasskey(): Promise<void> {
  const { options } = await server.beginPasskey({});
  await server.finishPasskey({ passkey: await create(options), name: deviceName() });
}

/** The default name of a new passkey; its owner can change it. */
function deviceName(): string {
  const { userAgent } = navigator;
  const system = /iPhone|iPad|Android|Windows|Mac OS|Linux/.exec(userAgent)?.[0] ?? '';
  const browser = /Firefox|Chrome|Safari/.exec(userAgent)?.[0] ?? '';
  return [browser, system].filter(Boolean).join(' · ') || t('people.passkey');
}
