import { verify, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { Context } from '@postern/resource';
import { endExternalSessions } from '../../../platform/auth/session.queries.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { NotProved, type SignOnDeps } from '../sign-on.ts';
import { once } from '../trips.ts';
import { all, readXml, textAt } from '../xml.ts';
import type { Idp } from './idp.ts';
import { logoutAddress, MAX_AGE, providerOf, SKEW, sp } from './saml2.ts';

/** Log-outs that the provider begins (SAML 2.0 profiles, 4.4): a signed request says whose sessions are over, and is answered. */

/** Bytes of a request; it names a person and some sessions. */
const MAX_REQUEST = 64 * 1024;
const MAX_RELAY_STATE = 1024;
/** Sessions of one person that a request names. */
const MAX_SESSIONS = 100;
/** Signatures that are believed, by their names in addresses and in XML. SHA-1 is none: others can be made to fit it. */
const DIGESTS: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);
const pem = (certificate: string): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`;

/** A request whose signature is the provider's. */
interface Signed {
  xml: string;
  relayState: string;
}

/** What an address carries, each name once, as it was written: the signature is over these very characters. @throws NotProved */
function written(search: string): ReadonlyMap<string, { raw: string; value: string }> {
  const found = new Map<string, { raw: string; value: string }>();
  for (const raw of search.replace(/^\?/, '').split('&').filter(Boolean)) {
    const at = raw.indexOf('=');
    const [name, value] = at < 0 ? [raw, ''] : [raw.slice(0, at), raw.slice(at + 1)];
    if (found.has(name)) throw new NotProved('the address says something twice');
    try {
      found.set(name, { raw, value: decodeURIComponent(value.replaceAll('+', '%20')) });
    } catch {
      throw new NotProved('the address is none');
    }
  }
  return found;
}

/** By redirect: the signature stands beside the request in the address (SAML 2.0 bindings, 3.4.4.1). @throws NotProved */
export async function signedByRedirect(idp: Idp, search: string): Promise<Signed> {
  const parts = written(search);
  const [request, relay, algorithm, signature] = ['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'].map((name) => parts.get(name));
  const digest = DIGESTS[algorithm?.value ?? ''];
  if (!request || !signature || !digest) throw new NotProved('the request is not signed, or not by a signature that is believed');
  const signed = Buffer.from([request, relay, algorithm].flatMap((part) => part?.raw ?? []).join('&'));
  const bytes = Buffer.from(signature.value, 'base64');
  if (!idp.certificates.some((one) => verify(digest, signed, new X509Certificate(pem(one)).publicKey, bytes)))
    throw new NotProved('the signature is not that of the provider');
  const xml = await inflate(Buffer.from(request.value, 'base64'), { maxOutputLength: MAX_REQUEST });
  return { xml: xml.toString(), relayState: relay?.value ?? '' };
}

/** By a form: the signature is in the XML and covers all of it. @throws Error when it does not hold */
export async function signedByPost(deps: SignOnDeps, idp: Idp, form: { SAMLRequest: string; RelayState: string }): Promise<Signed> {
  const xml = Buffer.from(form.SAMLRequest, 'base64').toString();
  // Bounded, and without declarations of types, before a library reads it.
  const signatures = readXml(xml).children.flatMap((root) => all(root, 'Signature'));
  const [method] = signatures.flatMap((one) => all(one, 'SignedInfo', 'SignatureMethod'));
  if (signatures.length !== 1 || !DIGESTS[method?.attributes.Algorithm ?? ''])
    throw new NotProved('the request is not signed, or not by a signature that is believed');
  await (await sp(deps, idp)).validatePostRequestAsync({ SAMLRequest: form.SAMLRequest });
  return { xml, relayState: form.RelayState };
}

/** Whose sessions are over. */
interface Ended {
  id: string;
  nameId: string;
  /** Of this person, as the provider calls them; all when it names none. */
  sessions: readonly string[];
}

/** @throws NotProved when it is not for us, not of the provider, or not of now */
function endedBy(ctx: Context, deps: SignOnDeps, idp: Idp, xml: string): Ended {
  const [root] = readXml(xml).children;
  if (root?.name !== 'LogoutRequest') throw new NotProved('this is no request to log out');
  const { ID: id = '', IssueInstant = '', NotOnOrAfter, Destination } = root.attributes;
  if (textAt(root, 'Issuer') !== idp.entityId) throw new NotProved('the request is of another provider');
  if (Destination !== logoutAddress(deps)) throw new NotProved('the request is for another address');
  const age = ctx.clock().getTime() - Date.parse(IssueInstant);
  if (!(age >= -SKEW && age <= MAX_AGE + SKEW)) throw new NotProved('the request is not of now');
  if (NotOnOrAfter !== undefined && !(ctx.clock().getTime() - SKEW < Date.parse(NotOnOrAfter)))
    throw new NotProved('the request has expired');
  const nameId = textAt(root, 'NameID');
  if (id === '' || nameId === '') throw new NotProved('the request names nobody');
  const sessions = all(root, 'SessionIndex').map(({ text }) => text.trim());
  if (sessions.length > MAX_SESSIONS) throw new NotProved('the request names too many sessions');
  return { id, nameId, sessions };
}

/**
 * Ends what a signed request says is over: logins that the provider vouched for, those that wait for a second factor, and what was opened with them.
 * @returns the address that takes the browser back with our answer; undefined where the provider has none for that
 * @throws NotProved when the request does not hold, or came before
 */
export async function endAsAsked(ctx: Context, deps: SignOnDeps, idp: Idp, { xml, relayState }: Signed): Promise<string | undefined> {
  const asked = endedBy(ctx, deps, idp, xml);
  const until = ctx.clock().getTime() + MAX_AGE + 2 * SKEW;
  // Taken once, and only together with what it is for.
  const ended = await inTransaction(ctx.tx, ctx, async (inner) => {
    if (!(await once(inner, `${providerOf(idp)} ${asked.id}`, until))) throw new NotProved('the request came before');
    const person = { provider: providerOf(idp), nameId: asked.nameId };
    if (asked.sessions.length === 0) return endExternalSessions(inner.tx, person);
    let count = 0;
    for (const session of asked.sessions) count += await endExternalSessions(inner.tx, { ...person, session });
    return count;
  });
  ctx.log.info({ ended }, 'the provider ended sessions');
  if (!idp.signedOut) return undefined;
  const answering = await sp(deps, { ...idp, signOut: idp.signedOut });
  const about = { ID: asked.id, issuer: idp.entityId, nameID: asked.nameId, nameIDFormat: '' };
  return answering.getLogoutResponseUrlAsync(about, relayState.slice(0, MAX_RELAY_STATE), {}, true);
}
