import type { SettingsReader } from '@postern/contract/settings';
import type { Text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { Purpose } from './challenge.ts';
import { everybody, findById, type LoginUser } from './login-user.ts';
import type { Site } from './passkeys.ts';

/** What somebody shows as their second factor. */
export interface Proof {
  /** Name of the factor. */
  type: string;
  code: string;
  /** What a passkey has signed, as the browser gives it. */
  credential?: unknown;
}

/** For which login or confirmation a factor is shown. */
export interface ProofPlace {
  site: Site;
  purpose: Purpose;
  /** Address of the person: a component calls for them from another. */
  from: string;
}

/** One way to show a second factor. Those that this server checks by itself are in `own-factors.ts`; features that ask elsewhere bring theirs. */
export interface Factor {
  /** As clients name it: `otp`, `sms`, `passkey`. */
  name: string;
  label: Text;
  hint: Text;
  /** Somebody set it up for themselves: then it is always asked for. What everybody with an address has is asked for only where MFA is. */
  bound: boolean;
  /** Typed by people; a browser alone can sign. */
  typed: boolean;
  available(user: LoginUser, settings: SettingsReader): boolean;
  /**
   * Sends a code to the person; factors whose code they have already do without. Bounded per person. Not inside a transaction.
   * @returns where it went, as much of it as may be shown
   * @throws CodedError code_send_too_frequently while one is alive
   */
  send?(ctx: Context, user: LoginUser, purpose: Purpose): Promise<string>;
  /** Whether this proves the person, now and never again. */
  prove(ctx: Context, user: LoginUser, proof: Proof, place: ProofPlace): Promise<boolean>;
}

/** What knows of factors. */
export interface FactorDeps {
  settings: SettingsReader;
  /** In the order in which they are offered. */
  factors: readonly Factor[];
}

export interface MfaState {
  /** Without it there is no login. */
  needed: boolean;
  /** By setting or administrator: the person cannot do without (docs/wire/authentication.md#second-factors). */
  forced: boolean;
  /** Names of what the person has, in the order it is offered. Empty: something has to be set up first. */
  methods: string[];
}

/** Factors of this person that can be used today; recovery codes only beside another one. */
export function availableFactors(user: LoginUser, { settings, factors }: FactorDeps): readonly Factor[] {
  const found = factors.filter((factor) => factor.available(user, settings));
  return found.some(({ name }) => name !== RECOVERY) ? found : [];
}

/** Whether MFA is wanted of a user, and by what it can be shown. */
export function mfaOf(user: LoginUser, deps: FactorDeps): MfaState {
  const policy = deps.settings.get('SECURITY_MFA_AUTH');
  const forced = policy === 1 || (policy === 2 && user.administrator) || user.mfa_level === 2;
  const found = availableFactors(user, deps);
  // A bound factor is always asked for: a level that somebody lowered must not switch it off quietly.
  return { needed: forced || user.mfa_level > 0 || found.some(({ bound }) => bound), forced, methods: found.map(({ name }) => name) };
}

/** Whether somebody could show a second factor now. */
export async function hasFactor(ctx: Context, deps: FactorDeps, userId: string): Promise<boolean> {
  const user = await findById(ctx, userId);
  return user !== undefined && availableFactors(user, deps).length > 0;
}

/** Whether somebody who is in has nothing to show, though they may not do without: it was forced after they had logged in. */
export async function lacksFactor(
  ctx: Context,
  deps: FactorDeps,
  { id, mfa_level }: Pick<LoginUser, 'id' | 'mfa_level'>,
): Promise<boolean> {
  // Nothing forces anybody: most installations are told so without a question.
  if (deps.settings.get('SECURITY_MFA_AUTH') === 0 && mfa_level !== 2) return false;
  const user = await findById(ctx, id);
  if (!user) return false;
  const { forced, methods } = mfaOf(user, deps);
  return forced && methods.length === 0;
}

/** Of everybody, or of administrators alone: how many there are, and how many have nothing that they could show. */
export async function countWithoutFactor(
  ctx: Context,
  deps: FactorDeps,
  administrators: boolean,
): Promise<{ total: number; without: number }> {
  const counted = { total: 0, without: 0 };
  for await (const user of everybody(ctx)) {
    if (administrators && !user.administrator) continue;
    counted.total += 1;
    if (availableFactors(user, deps).length === 0) counted.without += 1;
  }
  return counted;
}

export const RECOVERY = 'recovery';
/** What the log calls a factor that another place has asked for, and that counts here. */
export const ELSEWHERE = 'elsewhere';
