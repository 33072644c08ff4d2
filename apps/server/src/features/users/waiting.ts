import { CodedError } from '@postern/contract/errors';
import { isMailAddress } from '@postern/contract/settings';
import { render, type Text, text } from '@postern/contract/text';
import { among, at, type Context } from '@postern/resource';
import { isMailConfigured } from '../../platform/mail/deliver.ts';
import { post } from '../../platform/mail/outbox.ts';
import type { UserRow } from './user.resource.ts';
import { refuseUnchangeable, type UserDeps } from './user-guards.ts';

/** New people who wait until somebody lets them in (decision 0189). */

export type Decision = 'let in' | 'turned away';

const HELLO = text('Hello {name},', '{name}，你好：', '{name} 様');
const LOGIN = text('Log in', '登录', 'ログイン');

const WORDS: Readonly<Record<Decision, { subject: Text; body: Text }>> = {
  'let in': {
    subject: text('You can log in now', '你现在可以登录了', 'ログインできるようになりました'),
    body: text('Your account {username} was approved.', '你的账号 {username} 已获批准。', 'アカウント {username} が承認されました。'),
  },
  'turned away': {
    subject: text('Your account was not approved', '你的账号未获批准', 'アカウントは承認されませんでした'),
    body: text(
      'Your account {username} was not approved. An administrator knows more.',
      '你的账号 {username} 未获批准，详情请咨询管理员。',
      'アカウント {username} は承認されませんでした。詳しくは管理者に確認してください。',
    ),
  },
};

/** Tells somebody what became of their waiting, by mail: they cannot be told here, as they were never in. Silent when it cannot arrive. */
export async function mailDecision(
  ctx: Context,
  { settings, jobs }: Pick<UserDeps, 'settings' | 'jobs'>,
  { name, username, email }: Pick<UserRow, 'name' | 'username' | 'email'>,
  decision: Decision,
): Promise<void> {
  if (!isMailConfigured(settings) || !isMailAddress(email)) return;
  const { subject, body } = WORDS[decision];
  const lines = [HELLO, body].map((line) => render(line, ctx.language, { name, username }));
  const link = { label: render(LOGIN, ctx.language), address: `${settings.get('SITE_URL')}/core/auth/login/` };
  await post(ctx, jobs, { to: email, subject: render(subject, ctx.language), lines, ...(decision === 'let in' ? { link } : {}) });
}

/**
 * Lets people in who wait, or turns them away: their accounts stay, disabled, so that another try of theirs asks nobody again. Whoever of them does
 * not wait is passed over.
 * @throws CodedError not_waiting when none does; superuser_only, outranked for somebody whom the actor may not change
 */
export async function decideOn(ctx: Context, deps: UserDeps, people: readonly Pick<UserRow, 'id'>[], decision: Decision): Promise<void> {
  const active = decision === 'let in';
  const decided = await ctx.tx
    .updateTable('users as u')
    .set({ date_waiting: null, is_active: active, date_updated: ctx.clock() })
    .where(
      among(
        at('u')('id'),
        people.map(({ id }) => id),
      ),
    )
    .where('u.date_waiting', 'is not', null)
    .where('u.is_active', '=', false)
    .returning(['u.id', 'u.name', 'u.username', 'u.email'])
    .execute();
  if (decided.length === 0) throw new CodedError('not_waiting');
  for (const person of decided) {
    await refuseUnchangeable(ctx, person.id);
    const changes = [
      { field: 'is_waiting', before: 'Yes', after: 'No' },
      ...(active ? [{ field: 'is_active', before: 'No', after: 'Yes' }] : []),
    ];
    ctx.audit({ action: 'update', resourceType: 'user', resourceId: person.id, resource: person.username, changes });
    await mailDecision(ctx, deps, person, decision);
  }
  deps.identityChanged(ctx);
}
