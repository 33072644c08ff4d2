import type { RowOf } from '@postern/resource';
import type { LoginFacts } from '../../../platform/audit/login-log.ts';

/** What a row of the login log says of how somebody was proved to be who they are, in the names of OCSF 1.3.0 (docs/audit-forwarding.md#events). */

type Row = Pick<RowOf<{ table: 'login_logs' }>, 'backend' | 'mfa' | 'facts'>;
type Factor = readonly [id: number, name: string];

const PASSWORD: Factor = [11, 'Password'];
const other = (name: string): Factor => [99, name];

/** What was shown first, by the method of the log. Places elsewhere ask by ways of their own; those that took a password here say so. */
const FIRST: Readonly<Record<string, Factor>> = {
  Password: PASSWORD,
  LDAP: PASSWORD,
  Radius: PASSWORD,
  'Temporary token': other('Temporary password'),
  'SSH Key': other('SSH key'),
  SSO: other('Log-in link'),
  Browser: other('Confirmed in a browser'),
};

const SECOND: Readonly<Record<string, Factor>> = {
  otp: [7, 'OTP'],
  passkey: [10, 'WebAuthN'],
  email: [8, 'Email'],
  sms: [1, 'SMS'],
  otp_radius: [7, 'OTP'],
  recovery: other('Recovery code'),
  browser: other('Confirmed in a browser'),
  elsewhere: other('Asked for by the identity provider'),
};

/** OCSF knows some protocols by a number. */
const PROTOCOLS: readonly (readonly [RegExp, number])[] = [
  [/^OpenID/i, 4],
  [/^SAML/i, 5],
  [/^OAuth/i, 6],
  [/^Radius/i, 10],
];

const shown = ([factor_type_id, factor_type]: Factor): object => ({ factor_type_id, factor_type });

/** Protocol, factors, provider, and the login that came of it. */
export function authentication({ backend, mfa, facts }: Row): object {
  const { factor, source, provider, session } = (facts ?? {}) as LoginFacts;
  const first = FIRST[backend];
  const factors = [...(first ? [shown(first)] : []), ...(factor ? [shown(SECOND[factor] ?? other(factor))] : [])];
  const byFactor = facts === null ? mfa === 1 : factor !== undefined;
  return {
    is_mfa: byFactor,
    auth_protocol: backend,
    auth_protocol_id: PROTOCOLS.find(([pattern]) => pattern.test(backend))?.[1] ?? (backend === '' ? 0 : 99),
    ...(factors.length > 0 ? { auth_factors: factors } : {}),
    ...(source ? { actor: { idp: { name: source, uid: provider || source } } } : {}),
    ...(session ? { session: { uid: session, is_mfa: byFactor } } : {}),
  };
}

/** What OCSF has no name for: whether the browser was known, whether they asked to stay logged in, and how strongly a provider says it proved them. */
export function aboutBrowser(facts: unknown): object {
  const { known, keep, acr, amr } = (facts ?? {}) as LoginFacts;
  return {
    ...(acr ? { acr } : {}),
    ...(amr ? { amr } : {}),
    ...(known === undefined ? {} : { known_browser: known }),
    ...(keep ? { stay_logged_in: true } : {}),
  };
}
