import type { ComponentClient, PersonAccount, PersonAsset, PersonTarget, PersonToken } from '@postern/client/component';
import { CoreError } from '@postern/client/component-request';
import { parseUuid } from '@postern/contract/ids';
import { type TicketWatch, untilTicketDecided } from '../core/decision.ts';
import type { MessageKey } from '../messages.ts';
import { authorizeSession, type SessionGrant } from './grant.ts';
import type { NamedTarget } from './login-name.ts';

/** The way of connecting that somebody at the SSH door takes; rules about ways are about this one. */
const METHOD = 'ssh';
/** Assets and accounts that are listed where a name does not say which. */
const MAX_CHOICES = 10;

/** Why somebody's target is not opened, in words for them. */
export class TargetRefused extends Error {
  readonly key: MessageKey;
  readonly params: Readonly<Record<string, string>>;
  constructor(key: MessageKey, params: Readonly<Record<string, string>> = {}) {
    super(key);
    this.name = 'TargetRefused';
    this.key = key;
    this.params = params;
  }
}

type Core = Pick<ComponentClient, 'personAssets' | 'personAccounts' | 'personToken' | 'secret' | 'reviewState' | 'cancelReview'> &
  TicketWatch;

/** Who asks, and how they are told what they wait for. */
export interface Asker {
  user: string;
  remoteAddr: string;
  language: string;
  notice(key: MessageKey, params: Readonly<Record<string, string>>): void;
  /** Asks for what nobody else may see. Empty where they do not answer; absent where nothing can be asked. */
  question?: ((key: MessageKey) => Promise<string>) | undefined;
  /** Aborted when they are gone or want to wait no longer. */
  signal: AbortSignal;
}

/**
 * Opens the right to what somebody named: finds the asset and the account among those they may use, waits for a review where a rule wants
 * one, and exchanges the token.
 * @throws TargetRefused in words for the person; SessionRefusal and CoreError as `authorizeSession` and the core throw them
 */
export async function authorizeTarget(core: Core, named: NamedTarget, asker: Asker): Promise<SessionGrant> {
  const asset = await findAsset(core, asker.user, named.asset);
  const account = await findAccount(core, asker.user, asset, named.account);
  const protocol = named.protocol ?? (asset.protocols.some(({ name }) => name === 'ssh') ? 'ssh' : 'telnet');
  if (!asset.protocols.some(({ name }) => name === protocol)) throw new TargetRefused('target_protocol', { asset: asset.name, protocol });
  const target: PersonTarget = {
    user: asker.user,
    asset: asset.id,
    account: account.alias,
    protocol,
    connect_method: METHOD,
    remote_addr: asker.remoteAddr,
  };
  const token = await tokenFor(core, target, asker);
  return authorizeSession(core, token.id, { value: token.value }, asker.language);
}

/** A name that several have is answered with all of them; one that nobody may use like one that is none. */
async function findAsset(core: Core, user: string, given: string): Promise<PersonAsset> {
  const id = parseUuid(given);
  const limit = MAX_CHOICES + 1;
  const lists = id
    ? [await core.personAssets(user, { id, limit })]
    : await Promise.all([core.personAssets(user, { name: given, limit }), core.personAssets(user, { address: given, limit })]);
  const found = [...new Map(lists.flat().map((asset) => [asset.id, asset])).values()];
  const [only, second] = found;
  if (!only) throw new TargetRefused('target_unknown', { asset: given.slice(0, 128) });
  if (second)
    throw new TargetRefused('target_ambiguous', {
      asset: given,
      choices: listed(found, ({ id, name, address }) => `${id}  ${name} (${address})`),
    });
  return only;
}

async function findAccount(core: Core, user: string, { id, name }: PersonAsset, given: string): Promise<PersonAccount> {
  const all = await core.personAccounts(user, id);
  const usable = all.filter(({ has_secret }) => has_secret);
  const exact = usable.filter((account) => account.alias === given || account.name === given);
  const found = exact.length > 0 ? exact : usable.filter((account) => account.username === given);
  const [only, second] = found;
  if (only && !second) return only;
  const choices = listed(second ? found : usable, (account) => `${account.name} (${account.username})`);
  throw new TargetRefused(second ? 'account_ambiguous' : 'account_unknown', { account: given.slice(0, 128), asset: name, choices });
}

const listed = <T>(all: readonly T[], say: (one: T) => string): string =>
  [...all.slice(0, MAX_CHOICES).map((one) => `\n  ${say(one)}`), ...(all.length > MAX_CHOICES ? ['\n  …'] : [])].join('');

/** Codes that may be tried for one connection. */
const CODES = 3;
const because = (error: unknown, code: string): boolean => error instanceof CoreError && error.code === code;

/** Asks for a code until one is right. @throws `refusal` where nobody answers, and what the core says of the last one that was wrong */
async function withCode(ask: (code: string) => Promise<PersonToken>, question: Asker['question'], refusal: unknown): Promise<PersonToken> {
  for (let tried = 1; ; tried += 1) {
    const code = await question?.(tried === 1 ? 'factor_question' : 'factor_again');
    if (!code) throw refusal;
    try {
      return await ask(code);
    } catch (error) {
      if (!because(error, 'second_factor_wrong') || tried === CODES) throw error;
    }
  }
}

async function tokenFor(core: Core, target: PersonTarget, { language, notice, question, signal }: Asker): Promise<PersonToken> {
  const ask = (review: boolean, factor = '') => core.personToken(target, { review, language, factor });
  const token = await ask(false).catch((error: unknown) => {
    if (because(error, 'acl_review')) return ask(true);
    if (because(error, 'acl_factor_code')) return withCode((code) => ask(false, code), question, error);
    throw error;
  });
  const { review } = token;
  if (!review) return token;
  notice('review_waiting', { assignees: (review.assignees ?? []).join(', ') });
  const decided = await untilTicketDecided(core, review, signal);
  if (decided !== 'approved') throw new TargetRefused(`review_${decided}`);
  notice('review_approved', {});
  return token;
}
