import { randomBytes } from 'node:crypto';
import type { SAML } from '@node-saml/node-saml';
import type { Context } from '@postern/resource';
import { attributesFrom } from '../../identities/index.ts';
import { attributesOf, backTo, NotProved, type Proof, type SignOnDeps, tripOf } from '../sign-on.ts';
import { beginTrip, once } from '../trips.ts';
import { all, type Element, readXml, textAt } from '../xml.ts';
import type { Idp } from './idp.ts';

export const KIND = 'saml2';
export const BACKEND = 'SAML2';
/** Milliseconds that clocks may differ. */
export const SKEW = 30_000;
/** Milliseconds since an assertion or a request was made that it is good for, whatever it says itself. */
export const MAX_AGE = 300_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

export const callbackOf = (deps: SignOnDeps): string => backTo(deps.settings.get('SITE_URL'), KIND, deps);
const beside = (deps: SignOnDeps, name: string): string => callbackOf(deps).replace(/callback\/$/, `${name}/`);
/** Our name, which is the address of our metadata. */
export const entityOf = (deps: SignOnDeps): string => beside(deps, 'metadata');
/** Where the provider sends requests to log out, and browsers that it has logged out. */
export const logoutAddress = (deps: SignOnDeps): string => beside(deps, 'logout');

export const providerOf = ({ entityId }: Idp): string => `saml2 ${entityId}`;

/** What the protocol's library needs; our own store sees that an answer belongs to a browser, and comes once. */
export async function sp(deps: SignOnDeps, idp: Idp | undefined, id = `_${randomBytes(20).toString('hex')}`): Promise<SAML> {
  const { settings } = deps;
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  const [key, cert] = [settings.get('SAML2_SP_KEY_CONTENT'), settings.get('SAML2_SP_CERT_CONTENT')];
  return new SAML({
    issuer: entityOf(deps),
    callbackUrl: callbackOf(deps),
    audience: entityOf(deps),
    // Metadata of ours are the same whoever the provider is.
    idpCert: idp ? [...idp.certificates] : ['-'],
    ...(idp ? { entryPoint: idp.signOn, logoutUrl: idp.signOut } : {}),
    logoutCallbackUrl: logoutAddress(deps),
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: SKEW,
    maxAssertionAgeMs: MAX_AGE,
    validateInResponseTo: ValidateInResponseTo.never,
    generateUniqueId: () => id,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    ...(key && cert ? { privateKey: key, publicCert: cert, decryptionPvk: key } : {}),
  });
}

/** Our metadata. The library tells of log-outs by POST alone; ours come by redirect as well. */
export async function metadataOf(deps: SignOnDeps): Promise<string> {
  const cert = deps.settings.get('SAML2_SP_KEY_CONTENT') ? deps.settings.get('SAML2_SP_CERT_CONTENT') || null : null;
  const metadata = (await sp(deps, undefined)).generateServiceProviderMetadata(cert, cert);
  return metadata.replace(/<SingleLogoutService [^>]*\/>/, (post) => `${post.replace('HTTP-POST', 'HTTP-Redirect')}${post}`);
}

/** The address that asks the provider who sits there. */
export async function authorizationOf(ctx: Context, deps: SignOnDeps, idp: Idp, next: string): Promise<string> {
  const request = `_${randomBytes(20).toString('hex')}`;
  const { state } = await beginTrip(ctx, tripOf(KIND, deps), next, { request });
  return (await sp(deps, idp, request)).getAuthorizeUrlAsync(state, undefined, {});
}

/** What an assertion has said, once it was found to hold; kept until the browser that asked comes for it. */
export interface Asserted {
  /** The request that it answers; empty when the provider began. */
  request: string;
  proof: Proof;
}

/** The one confirmation that is for us, now. @throws NotProved */
function confirmation(assertion: Element, callback: string, now: number): Readonly<Record<string, string>> {
  const found = all(assertion, 'Subject', 'SubjectConfirmation')
    .filter(({ attributes }) => attributes.Method === BEARER)
    .flatMap((one) => all(one, 'SubjectConfirmationData'))
    .map(({ attributes }) => attributes)
    .find(({ Recipient, NotOnOrAfter = '', NotBefore }) => {
      const late = !(now - SKEW < Date.parse(NotOnOrAfter));
      return Recipient === callback && !late && NotBefore === undefined;
    });
  if (!found) throw new NotProved('the assertion is confirmed for nobody here, or no longer');
  return found;
}

/**
 * Who an assertion is about: signed by the provider of the settings, for us, for this address, now, and once. Only what was signed is read.
 * @throws Error when something does not hold
 */
export async function asserted(ctx: Context, deps: SignOnDeps, idp: Idp, response: string): Promise<Asserted> {
  const { settings } = deps;
  // Bounded, and without declarations of types, before a library reads it.
  readXml(Buffer.from(response, 'base64').toString());
  const { profile } = await (await sp(deps, idp)).validatePostResponseAsync({ SAMLResponse: response });
  if (!profile?.getAssertionXml) throw new NotProved('the provider vouches for nobody');
  const [assertion] = all(readXml(profile.getAssertionXml()), 'Assertion');
  if (!assertion) throw new NotProved('there is no assertion');
  if (textAt(assertion, 'Issuer') !== idp.entityId) throw new NotProved('the assertion is of another provider');
  const now = ctx.clock().getTime();
  if (all(assertion, 'Conditions').length !== 1) throw new NotProved('the assertion has no conditions');
  const { InResponseTo: request = '' } = confirmation(assertion, callbackOf(deps), now);
  const id = assertion.attributes.ID ?? '';
  const until = now + MAX_AGE + 2 * SKEW;
  if (id === '' || !(await once(ctx, `${providerOf(idp)} ${id}`, until))) throw new NotProved('the assertion came before');
  const [name] = all(assertion, 'Subject', 'NameID');
  const nameId = name?.text.trim() ?? '';
  const lasting = name?.attributes.Format !== TRANSIENT;
  const renamed = settings.get('SAML2_RENAME_ATTRIBUTES');
  const map = Object.fromEntries(Object.entries(renamed).map(([theirs, ours]) => [ours, theirs]));
  const person = attributesOf(attributes(assertion), map);
  const username = person.username || (lasting ? nameId : '');
  const session = all(assertion, 'AuthnStatement')[0]?.attributes.SessionIndex;
  const update = settings.get('AUTH_SAML2_ALWAYS_UPDATE_USER');
  return {
    request,
    proof: {
      person: {
        provider: providerOf(idp),
        source: 'saml2',
        subject: lasting ? nameId : username,
        update,
        ...person,
        username,
        attributes: attributesFrom(allAttributes(assertion)),
      },
      facts: { nameId, format: name?.attributes.Format ?? '', ...(session ? { session } : {}) },
    },
  };
}

/** Attributes of an assertion, by their names and by their friendly ones. */
function attributes(assertion: Element): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { attributes: about, children } of all(assertion, 'AttributeStatement', 'Attribute')) {
    const value = children.find(({ name }) => name === 'AttributeValue')?.text.trim() ?? '';
    for (const name of [about.Name, about.FriendlyName]) if (name && !Object.hasOwn(found, name)) found[name] = value;
  }
  return found;
}

/** All values of each, for rules: by their names, and by their friendly ones where no attribute has that for its name. */
function allAttributes(assertion: Element): Record<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const statements = all(assertion, 'AttributeStatement', 'Attribute');
  const names = new Set(statements.map(({ attributes: about }) => about.Name));
  for (const { attributes: about, children } of statements) {
    const values = children.filter(({ name }) => name === 'AttributeValue').map(({ text }) => text.trim());
    const called = [about.Name, names.has(about.FriendlyName) ? undefined : about.FriendlyName];
    for (const name of called) if (name) found.set(name, [...(found.get(name) ?? []), ...values]);
  }
  return Object.fromEntries(found);
}

/** The address that logs a browser out at the provider; undefined where that is not wanted, or cannot be. */
export async function logoutOf(deps: SignOnDeps, idp: Idp, facts: Readonly<Record<string, string>>): Promise<string | undefined> {
  if (!deps.settings.get('SAML2_LOGOUT_COMPLETELY') || !idp.signOut || !facts.nameId) return undefined;
  const { nameId: nameID, format: nameIDFormat = '', session } = facts;
  const about = { issuer: idp.entityId, nameID, nameIDFormat, ...(session ? { sessionIndex: session } : {}) };
  return (await sp(deps, idp)).getLogoutUrlAsync(about, '', {});
}
