import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { type Context, type Field, Problem, text as textField } from '@postern/resource';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { type ExternalPerson, Unreachable } from '../identities/index.ts';

/** What all places have in common that a browser is sent to: the way there, the way back, and logging out. */

/** One provider. */
export interface SignOnDeps {
  /** As this provider is set. */
  settings: SettingsReader;
  outbound: Outbound;
  /** Its name in addresses; empty for the one that is the settings'. */
  provider: string;
  /** Its name on the login page; empty where the kind has one. */
  label: string;
}

/** The proof that a browser brought does not hold. Its message is for the server's log: no token, code or secret is in it. */
export class NotProved extends Error {}

/** The proof holds, and the place has asked less of the person than is wanted here. */
export class TooWeak extends Error {}

/** Somebody whom a place vouches for, and what it wants to know again when they log out. */
export interface Proof {
  person: ExternalPerson;
  facts?: Readonly<Record<string, string>>;
  /** They have shown a second factor there, and an administrator says that it counts. */
  factor?: boolean;
}

/** @throws Unreachable when nobody set it up */
export function requireEnabled(enabled: boolean): void {
  if (!enabled) throw new Unreachable('this way in is not set up');
}

/** The first error of a chain of causes that a request to the outside has ended with. */
export function outboundError(error: unknown): OutboundError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) if (at instanceof OutboundError) return at;
  return undefined;
}

/** What the server's log says of a failure: what our own checks and libraries said, never what was sent. */
export function whyOf(error: unknown): string {
  const causes: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1)
    causes.push([(at as { code?: string }).code, at.message].filter(Boolean).join(' ').slice(0, 200));
  return causes.join(' < ');
}

/** What people are told of a proof that does not hold; the server's log is told more. */
export function refusedBy(ctx: Context, backend: string, error: unknown): 'external_unreachable' | 'external_refused' | 'external_weak' {
  ctx.log.warn({ backend, why: whyOf(error) }, 'a browser came back from another place without a proof that holds');
  if (error instanceof TooWeak) return 'external_weak';
  return error instanceof Unreachable || outboundError(error) ? 'external_unreachable' : 'external_refused';
}

const GIVEN = text('Given by the other system', '由外部系统提供', '外部システムの値');
const MAX_GIVEN = 8192;

/** What a place wrote into the address: a text as it came, judged by whoever uses it. */
export function given(max = MAX_GIVEN): Field<string, 'always'> {
  const { kind, options } = textField({ label: GIVEN, max, default: '', blank: true });
  const parse = (value: unknown): string => {
    if (typeof value !== 'string' || value.length > max) throw new Problem('max_length', { max });
    return value;
  };
  return { kind: { ...kind, parse }, options };
}

/** Where the pages of a provider are, below the site's address. */
const baseOf = (kind: string, provider: string): string => `/core/auth/${kind}/${provider && `${provider}/`}`;
/** Where a provider sends browsers. */
export const backTo = (site: string, kind: string, { provider }: Pick<SignOnDeps, 'provider'>): string =>
  `${site.replace(/\/+$/, '')}${baseOf(kind, provider)}callback/`;

export const RETURN = 'whoever comes back brings a proof of that place, for the browser that asked and once';
export const startOf = (kind: string, { provider }: Pick<SignOnDeps, 'provider'>): string => `${baseOf(kind, provider)}login/`;
/** As a trip is for: the answer of one provider ends no trip to another. */
export const tripOf = (kind: string, { provider }: Pick<SignOnDeps, 'provider'>): string => (provider ? `${kind} ${provider}` : kind);
export const OWN = { rows: { own: 'the login of their session' }, rootOrg: true } as const;

/** Attributes of a person by the names that the place has for them. */
export function attributesOf(
  claims: Readonly<Record<string, unknown>>,
  map: Readonly<Record<string, string>>,
): { username: string; name: string; email: string; phone?: string } {
  const of = (name: string): string => {
    const value = claims[map[name] ?? ''];
    const one = Array.isArray(value) ? value[0] : value;
    return typeof one === 'string' ? one.trim() : typeof one === 'number' ? String(one) : '';
  };
  const phone = of('phone');
  return { username: of('username'), name: of('name'), email: of('email'), ...(phone ? { phone } : {}) };
}
