import { RISK } from '@postern/contract/component';
import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { type Context, can, ok, type Route, route } from '@postern/resource';
import { z } from 'zod';
import { componentSessions } from '../../platform/component-sessions.ts';
import { inOrganisation } from '../../platform/context.ts';
import { parsedBody, unreadable } from '../../platform/parsed-body.ts';
import { MESSAGE } from '../../platform/shown.ts';
import { type Messenger, tellSubscribers } from '../notifications/index.ts';
import { commandFilterAcl, commandFilterRows } from './acl.resources.ts';

/** Alerts of one request at most; components send what a few seconds gave. */
const MAX_BATCH = 200;

const alerts = z
  .array(
    z.object({
      session: z.uuid(),
      user: z.string().max(512),
      asset: z.string().max(512),
      account: z.string().max(512).default(''),
      input: z.string().max(65_536),
      risk_level: z.number().int().min(0).max(8),
      cmd_filter_acl: z.uuid(),
      cmd_group: z.uuid().nullish().catch(null),
    }),
  )
  .max(MAX_BATCH);
type Alert = z.infer<typeof alerts>[number];

const SUBJECTS = {
  warned: text(
    'Warning: {user} ran a command on {asset}',
    '告警：{user} 在 {asset} 上执行了命令',
    '警告：{user}が{asset}でコマンドを実行しました',
  ),
  refused: text('Refused: a command of {user} on {asset}', '已拒绝：{user} 在 {asset} 上的命令', '拒否：{asset}での{user}のコマンド'),
};
const ALERT = text(
  '<p>{account} · rule {rule}</p><pre>{input}</pre><p><a href="/ui/audit/sessions/sessions/{session}">Show the session</a></p>',
  '<p>{account} · 规则 {rule}</p><pre>{input}</pre><p><a href="/ui/audit/sessions/sessions/{session}">查看会话</a></p>',
  '<p>{account} · ルール {rule}</p><pre>{input}</pre><p><a href="/ui/audit/sessions/sessions/{session}">セッションを表示</a></p>',
);

/** Reviewers of a rule that the session's organisation has, with the rule's name; nobody and no name for anything else. */
async function reviewers(ctx: Context, alert: Alert): Promise<{ name: string; people: string[] }> {
  const about = await ctx.tx
    .selectFrom('sessions as s')
    .select('s.org_id')
    .where('s.id', '=', alert.session)
    .where(componentSessions(ctx, 's'))
    .executeTakeFirst();
  if (!about) return { name: '', people: [] };
  const rows = await ctx.tx
    .selectFrom('command_filter_acls as a')
    .leftJoin('command_filter_acl_reviewers as l', 'l.acl_id', 'a.id')
    .select(['a.name', 'l.user_id'])
    .where('a.id', '=', alert.cmd_filter_acl)
    .where(commandFilterRows(inOrganisation(ctx, about.org_id), 'a'))
    .execute();
  return { name: rows[0]?.name ?? '', people: rows.flatMap((row) => row.user_id ?? []) };
}

/**
 * Commands that a filter warned of or refused (docs/wire/sessions.md#commands). The rule's reviewers are told, and whoever is subscribed from the level of the setting on; only of sessions
 * that the calling component carries, so that none can write to people about another's.
 */
export const alertRoutes = (messenger: Messenger, settings: SettingsReader): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/terminal/commands/insecure-command/',
    name: 'terminal.command.alert',
    answer: MESSAGE,
    who: can('terminal.add_command'),
    rows: { of: [commandFilterAcl] },
    body: parsedBody(alerts),
    async handle(ctx, { body: parsed }) {
      if (!parsed.success) return ok({ msg: unreadable(parsed.error, ctx.language) }, 400);
      for (const alert of parsed.data) {
        const warned = alert.risk_level === RISK.warning;
        if (!warned && alert.risk_level !== RISK.reject && alert.risk_level !== RISK.review_reject) continue;
        const { name, people } = await reviewers(ctx, alert);
        // Without a name it is a rule that is not there, or another component's session.
        if (name === '') continue;
        const words = {
          subject: SUBJECTS[warned ? 'warned' : 'refused'],
          message: ALERT,
          params: {
            user: alert.user,
            asset: alert.asset,
            account: alert.account,
            rule: name,
            session: alert.session,
            input: alert.input.slice(0, 1024),
          },
        };
        if (alert.risk_level >= settings.get('SECURITY_INSECURE_COMMAND_LEVEL'))
          await tellSubscribers(ctx, messenger, 'CommandAlertMessage', words, people);
        else await messenger.send(ctx, people, words);
      }
      return ok({ msg: 'ok' });
    },
  }),
];
