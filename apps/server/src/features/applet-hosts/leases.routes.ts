import { createHash } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import { text as t } from '@postern/contract/text';
import { can, formatDatetime, holds, objectSchema, type ResourceDefinition, type Route, type Shape, TEXT_SCHEMA } from '@postern/resource';
import { ownList } from '../../platform/routes/list.ts';
import { orNull, shown, WORDS } from '../../platform/shown.ts';

const SHAPE: Shape = {
  title: t('Logins in use on a host', '发布机上使用中的登录', 'ホストで使用中のログイン'),
  fields: {
    id: shown(WORDS.id),
    account: shown(t('Login', '登录账号', 'ログイン'), 'object_related_field', {
      answered: objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA }),
    }),
    user: shown(t('User', '用户', 'ユーザー'), 'object_related_field', {
      answered: orNull(objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA, username: TEXT_SCHEMA })),
    }),
    is_private: shown(t('Own login', '个人账号', '個人のログイン'), 'boolean'),
    is_shared: shown(t('Shared by sessions', '会话共用', 'セッションで共有'), 'boolean'),
    date_leased: shown(t('In use since', '开始时间', '使用開始'), 'datetime'),
    date_expired: shown(t('Given back by', '最晚归还', '返却期限'), 'datetime'),
  },
};

/** Tells leases apart. The id of a token is part of what opens a session, and is nobody's to see. */
const markOf = (tokenId: string): string => createHash('sha256').update(tokenId).digest('hex').slice(0, 16);

/**
 * Who uses which login on a host now. What they open from there is an asset of some organisation, which whoever looks after hosts need not know;
 * people are named to those alone who may see people.
 */
export const leasesRoute = (host: ResourceDefinition): Route =>
  ownList({
    path: '/api/v1/terminal/applet-hosts/:host/leases/',
    name: 'appletHosts.leases',
    who: can('terminal.view_applethost'),
    rows: { one: host, at: 'host' },
    fixedOrg: ORG.SYSTEM,
    answer: SHAPE,
    async items(ctx, { row }) {
      const rows = await ctx.tx
        .selectFrom('applet_leases as l')
        .innerJoin('applet_host_accounts as h', 'h.account_id', 'l.account_id')
        .innerJoin('accounts as c', 'c.id', 'l.account_id')
        .innerJoin('users as u', 'u.id', 'l.user_id')
        .select(['l.token_id', 'c.id as account_id', 'c.name as account_name', 'u.id as user_id', 'u.name as user_name', 'u.username'])
        .select(['h.is_private', 'l.is_shared', 'l.date_leased', 'l.date_expired'])
        .where('h.host_id', '=', String(row.id))
        .where('l.date_expired', '>', ctx.clock())
        .orderBy('l.date_leased')
        .orderBy('l.token_id')
        .execute();
      const named = holds(ctx.actor, ['users.view_user']);
      return rows.map((lease) => ({
        id: markOf(lease.token_id),
        account: { id: lease.account_id, name: lease.account_name },
        user: named ? { id: lease.user_id, name: lease.user_name, username: lease.username } : null,
        is_private: lease.is_private,
        is_shared: lease.is_shared,
        date_leased: formatDatetime(lease.date_leased, ctx.timeZone),
        date_expired: formatDatetime(lease.date_expired, ctx.timeZone),
      }));
    },
  });
