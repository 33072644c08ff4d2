import { CodedError, InvalidInput } from '@postern/contract/errors';
import { languageOf } from '@postern/contract/text';
import { type Context, ok, type Route } from '@postern/resource';
import { addressListed } from '../../platform/auth/address-list.ts';
import { queueKeyOf } from '../../platform/auth/hash-queue.ts';
import { pausedBy, unlockUser, within } from '../../platform/auth/lockout.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Job } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { login } from '../../platform/routes/login.ts';
import { acceptPassword, consumeLink, linkOwner, mailForgotten, ruleFor, storePassword } from '../users/index.ts';
import { chosenPassword, linkToken, newPassword, newPasswordAgain, username } from './fields.ts';
import { type LoginDeps, limitsOf } from './limits.ts';
import { type Refusal, refusal } from './refusals.ts';

/**
 * Setting a password by a link from a mail, and asking for one (docs/wire/users.md#links-by-mail). Other servers of this API ask for a
 * picture and a six-digit code in between; here the mail carries all the proof there is (decision 0057).
 */

const PASSWORD = '/core/auth/password/';
const FORGOTTEN = 'password.forgotten';
/** Requests one address may make in ten minutes: asking for links, and trying tokens. */
const ASKING = { count: 10, minutes: 10 };
const TRYING = { count: 30, minutes: 10 };

export interface PasswordLinkDeps extends LoginDeps {
  jobs: Pick<Jobs, 'enqueue'>;
}

async function limit(ctx: Context, kind: string, most: { count: number; minutes: number }): Promise<void> {
  if (!(await within(ctx.tx, kind, ctx.origin.ip, most))) throw new CodedError('throttled', { seconds: most.minutes * 60 });
}

/**
 * Why this address gets no further now; undefined when nothing stands against it. A pause of the name does not: the link is
 * proof, and whoever fails on purpose in somebody's name must not keep them from it.
 */
async function closed(ctx: Context, { settings }: LoginDeps, username: string): Promise<Refusal | undefined> {
  const { ip } = ctx.origin;
  const limits = limitsOf(settings);
  const listed = (key: 'SECURITY_LOGIN_IP_BLACK_LIST' | 'SECURITY_LOGIN_IP_WHITE_LIST') => addressListed(ip, settings.get(key));
  const paused = await pausedBy(ctx.tx, { kind: 'login', username, ip });
  const shut = paused?.by === 'ip' && !listed('SECURITY_LOGIN_IP_WHITE_LIST');
  const minutes = paused?.by === 'ip' ? paused.minutes : limits.ipMinutes;
  return shut || listed('SECURITY_LOGIN_IP_BLACK_LIST') ? refusal('block_global_ip_login', ctx.language, { minutes }) : undefined;
}

const dead = (ctx: Context): Refusal => refusal('link_invalid', ctx.language);
const because = 'whoever has forgotten a password cannot log in; the token of a mail is the proof, and addresses are limited';

const OF_LINK = { own: 'the account that the link in their mail is for' } as const;

const forgot = (deps: PasswordLinkDeps): Route =>
  login({
    because,
    path: `${PASSWORD}forgot/`,
    name: 'authentication.password.forgot',
    rows: { none: 'the answer is the same for every name' },
    bodyLimit: 4096,
    body: { username },
    errors: ['throttled'],
    async take(ctx, { body }) {
      if (!body.username) throw InvalidInput.on('username', 'required');
      await limit(ctx, 'forgot', ASKING);
      // Encrypted: people type passwords into the wrong box. Whether there is such a person is looked up elsewhere and later.
      deps.jobs.enqueue(ctx, FORGOTTEN, { asked: ctx.secrets.encrypt(body.username), language: ctx.language });
      return ok({});
    },
  });

const check = (deps: PasswordLinkDeps): Route =>
  login({
    because,
    path: `${PASSWORD}reset/check/`,
    name: 'authentication.password.check',
    rows: OF_LINK,
    bodyLimit: 4096,
    body: { token: linkToken },
    errors: ['throttled'],
    async take(ctx, { body }) {
      await limit(ctx, 'link', TRYING);
      const owner = await linkOwner(ctx, body.token);
      if (!owner) return ok(dead(ctx), 400);
      const refused = await closed(ctx, deps, owner.username);
      return refused ? ok(refused, 400) : ok({ username: owner.username, rule: await ruleFor(ctx, deps, owner.id) });
    },
  });

const reset = (deps: PasswordLinkDeps): Route =>
  login({
    because,
    path: `${PASSWORD}reset/`,
    name: 'authentication.password.reset',
    rows: OF_LINK,
    body: { token: linkToken, new_password: newPassword, new_password_again: newPasswordAgain },
    errors: ['throttled'],
    async take(ctx, { body }) {
      await limit(ctx, 'link', TRYING);
      const { token } = body;
      const owner = await linkOwner(ctx, token);
      if (!owner) return ok(dead(ctx), 400);
      const refused = await closed(ctx, deps, owner.username);
      if (refused) return ok(refused, 400);
      const password = chosenPassword(body);
      const asOwner: Context = { ...ctx, actor: { ...ctx.actor, kind: 'user', ...owner } };
      // A password that breaks the rules is refused before the link is spent, so it can be used again.
      const hash = await acceptPassword(asOwner, deps, queueKeyOf(ctx, owner.username), 'new_password', password, owner.id).catch(
        async (error: unknown) => {
          // Spent in the meantime: whoever comes second learns nothing of the password that the first has set.
          if (await linkOwner(ctx, token)) throw error;
        },
      );
      if (!hash) return ok(dead(ctx), 400);
      const set = await inTransaction(ctx.tx, asOwner, async (inner) => {
        if (!(await consumeLink(inner, token))) return false;
        await storePassword(inner, owner.id, hash, { mustChange: false });
        // The way in by the new password is open; codes that were guessed stay counted.
        await unlockUser(inner.tx, owner.username, { keepCodes: true });
        return true;
      });
      return set ? ok({}) : ok(dead(ctx), 400);
    },
  });

export const passwordLinkRoutes = (deps: PasswordLinkDeps): readonly Route[] => [forgot(deps), check(deps), reset(deps)];

/** Looks for whoever asked for a link, after the asker has had the answer. */
export const passwordLinkJobs = (deps: PasswordLinkDeps): readonly Job[] => [
  {
    name: FORGOTTEN,
    async run(ctx, { asked, language }) {
      if (typeof asked === 'string' && typeof language === 'string')
        await mailForgotten(ctx, deps, ctx.secrets.decrypt(asked), languageOf(language));
    },
  },
];
