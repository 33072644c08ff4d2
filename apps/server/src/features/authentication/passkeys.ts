import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { InvalidInput } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import type { Context, RowOf } from '@postern/resource';
import { INTEGER_SCHEMA, listSchema, objectSchema, type Schema, TEXT_SCHEMA } from '@postern/resource';
import type { verifyAuthenticationResponse as Assert, verifyRegistrationResponse as Register } from '@simplewebauthn/server';
import { inTransaction } from '../../platform/database/transaction.ts';
import { countPasskey, storePasskey } from '../users/index.ts';
import { asUser } from './acting.ts';
import { newChallenge, type Purpose, takeChallenge, WHOEVER } from './challenge.ts';
import { findById } from './login-user.ts';

/** Keys a person may hold; nobody has more devices, and lists stay short. */
const MAX_PASSKEYS = 20;

type Registration = Parameters<typeof Register>[0]['response'];
type Assertion = Parameters<typeof Assert>[0]['response'];

/** Ed25519, P-256, RSA: what devices have (IANA COSE algorithms). */
const ALGORITHMS = [-8, -7, -257];
/** Loaded when the first passkey is asked for: the parsers of certificates behind it would cost every start. */
const webauthn = () => import('@simplewebauthn/server');

type Passkey = RowOf<{ table: 'passkeys' }>;

/** Where the browser believes to be: a key is made for one domain and answers to that alone (WebAuthn §5.1.3). */
export interface Site {
  /** Undefined where browsers refuse passkeys: at a bare address. */
  rpId: string | undefined;
  origin: string;
  name: string;
}

/** The public address that the operator has set, else the one this request came to. */
export function siteOf(url: URL, settings: SettingsReader): Site {
  const set = settings.get('SITE_URL');
  const own = URL.canParse(set) ? new URL(set) : url;
  const site = isIP(own.hostname.replace(/^\[|\]$/g, '')) ? url : own;
  const bare = isIP(site.hostname.replace(/^\[|\]$/g, '')) !== 0;
  return { rpId: bare ? undefined : site.hostname, origin: site.origin, name: settings.get('OTP_ISSUER_NAME') };
}

export const passkeysOf = (ctx: Context, userId: string): Promise<Passkey[]> =>
  ctx.tx.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('date_created').orderBy('id').execute();

const listed = (keys: readonly Passkey[]) => keys.map((key) => ({ id: key.credential_id, transports: key.transports }));

const KEYS = listSchema(objectSchema({ id: TEXT_SCHEMA, type: TEXT_SCHEMA }, { transports: listSchema(TEXT_SCHEMA) }));
/** What a browser is given to make a key by (WebAuthn); extensions may join. */
export const PASSKEY_CREATION: Schema = {
  ...objectSchema({
    challenge: TEXT_SCHEMA,
    rp: objectSchema({ name: TEXT_SCHEMA, id: TEXT_SCHEMA }),
    user: objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA, displayName: TEXT_SCHEMA }),
    pubKeyCredParams: listSchema(objectSchema({ alg: INTEGER_SCHEMA, type: TEXT_SCHEMA })),
    timeout: INTEGER_SCHEMA,
    excludeCredentials: KEYS,
  }),
  additionalProperties: true,
};
/** What a browser is given to sign by. */
export const PASSKEY_REQUEST: Schema = {
  ...objectSchema({
    challenge: TEXT_SCHEMA,
    rpId: TEXT_SCHEMA,
    allowCredentials: KEYS,
    timeout: INTEGER_SCHEMA,
    userVerification: TEXT_SCHEMA,
  }),
  additionalProperties: true,
};

/** What the browser needs to make a new key for this person. @throws InvalidInput without a domain, or with too many keys */
export async function passkeyCreation(ctx: Context, site: Site, user: { id: string; name: string; username: string }): Promise<unknown> {
  if (!site.rpId) throw InvalidInput.on('non_field_errors', 'passkey_needs_domain');
  const passkeys = await passkeysOf(ctx, user.id);
  if (passkeys.length >= MAX_PASSKEYS) throw InvalidInput.on('non_field_errors', 'too_many', { max: MAX_PASSKEYS });
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: site.rpId,
    userName: user.username,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
    challenge: new Uint8Array(await newChallenge(ctx, 'register', user.id)),
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: listed(passkeys),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** Stores the key that the browser has made. @throws InvalidInput when it answers to another challenge, origin or domain */
export async function addPasskey(ctx: Context, site: Site, userId: string, name: string, response: unknown): Promise<string> {
  const challenge = await takeChallenge(ctx, 'register', userId);
  const refused = InvalidInput.on('response', 'passkey_refused');
  if (!challenge || !site.rpId) throw refused;
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response: response as Registration,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!made) throw refused;
  const { credential } = made;
  const id = randomUUID();
  const stored = await storePasskey(ctx, {
    id,
    userId,
    name,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    rpId: site.rpId,
    counter: credential.counter,
    transports: (credential.transports ?? []).slice(0, 8),
    backedUp: made.credentialBackedUp,
  });
  if (!stored) throw refused;
  return id;
}

/** What the browser needs to sign with one of this person's keys; undefined when none of them answers at this address. */
export async function passkeyRequest(ctx: Context, site: Site, purpose: Purpose, userId: string): Promise<unknown> {
  const passkeys = (await passkeysOf(ctx, userId)).filter((key) => key.rp_id === site.rpId);
  if (!site.rpId || passkeys.length === 0) return undefined;
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: site.rpId,
    allowCredentials: listed(passkeys),
    challenge: new Uint8Array(await newChallenge(ctx, purpose, userId)),
    userVerification: 'preferred',
  });
}

/** What the browser needs to have somebody say by a key who they are: the device knows which keys it has for this domain, and asks for finger, face or code. */
export async function signInRequest(ctx: Context, site: Site): Promise<unknown> {
  if (!site.rpId) return undefined;
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: site.rpId,
    challenge: new Uint8Array(await newChallenge(ctx, 'signin', WHOEVER)),
    userVerification: 'required',
  });
}

/** Whose key an answer says it is from; undefined when nobody has it at this address. */
export async function passkeyNamed(ctx: Context, site: Site, response: unknown): Promise<Passkey | undefined> {
  const id = (response as { id?: unknown } | null | undefined)?.id;
  if (!site.rpId || typeof id !== 'string') return undefined;
  return ctx.tx.selectFrom('passkeys').selectAll().where('credential_id', '=', id).where('rp_id', '=', site.rpId).executeTakeFirst();
}

/** What a device says of whose key it has: the id of the person, if it says anything (WebAuthn §7.2, step 6). */
function saysAnother(response: unknown, userId: string): boolean {
  const said = (response as { response?: { userHandle?: unknown } } | null)?.response?.userHandle;
  if (said === undefined || said === null || said === '') return false;
  return typeof said !== 'string' || Buffer.from(said, 'base64url').toString('hex') !== userId.replaceAll('-', '');
}

/**
 * Whether this key has signed the challenge here, once. Devices that count say a higher number each time (WebAuthn §6.1.1): one that does not is a
 * copy, which the log of operations is told of.
 * @param verified whether the device has to have asked for finger, face or code
 */
export async function signedBy(
  ctx: Context,
  site: Site,
  key: Passkey,
  challenge: string,
  response: unknown,
  verified: boolean,
): Promise<'right' | 'wrong' | 'copied'> {
  if (!site.rpId || saysAnother(response, key.user_id)) return 'wrong';
  const { verifyAuthenticationResponse } = await webauthn();
  const found = await verifyAuthenticationResponse({
    response: response as Assertion,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    credential: {
      id: key.credential_id,
      publicKey: new Uint8Array(Buffer.from(key.public_key, 'base64url')),
      // The library refuses a number that went back like anything else that is wrong; ours is looked at below, in the statement that stores it.
      counter: 0,
    },
    requireUserVerification: verified,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!found.verified || !found.authenticationInfo) return 'wrong';
  const counter = found.authenticationInfo.newCounter;
  if (await countPasskey(ctx, key.id, counter)) return 'right';
  await noteCopy(ctx, key, counter);
  return 'copied';
}

async function noteCopy(ctx: Context, key: Passkey, counter: number): Promise<void> {
  const user = await findById(ctx, key.user_id);
  if (!user) return;
  await inTransaction(ctx.tx, asUser(ctx, user), async (inner) => {
    const changes = [{ field: 'passkey_counter', before: `${key.name}: ${key.counter}`, after: `${key.name}: ${counter}` }];
    inner.audit({ action: 'update', resourceType: 'user', resourceId: user.id, resource: user.username, changes });
  });
}

/** True when one of this person's keys has signed the open challenge here, once, and its count went up where it counts. */
export async function usePasskey(ctx: Context, site: Site, purpose: Purpose, userId: string, response: unknown): Promise<boolean> {
  const challenge = await takeChallenge(ctx, purpose, userId);
  const key = challenge ? await passkeyNamed(ctx, site, response) : undefined;
  if (!challenge || key?.user_id !== userId) return false;
  return (await signedBy(ctx, site, key, challenge, response, false)) === 'right';
}
