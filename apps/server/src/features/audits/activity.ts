import { randomUUID } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import { render, text } from '@postern/contract/text';
import { type AuditAction, type Context, defineTable, holds, type Kernel, ok, pageOf, type Route, zoned } from '@postern/resource';
import { sql } from 'kysely';
import { shown, WORDS } from '../../platform/shown.ts';
import { activityLabel } from './logs.resource.ts';
import { couldList } from './subject.ts';

/** Notes beside objects that are no operations: sessions, logins, tasks (docs/wire/audits.md#activities). */
export const activityTable = defineTable({
  name: 'activity_logs',
  columns: {
    id: 'uuid primary key',
    type: 'text not null',
    resource_id: 'text not null',
    org_id: 'uuid not null',
    detail: "text not null default ''",
    detail_id: 'text',
    datetime: 'timestamptz not null default now()',
  },
  indexes: [{ on: 'resource_id, datetime desc' }],
});

/** Between the parts of a detail. No field takes control characters, and PostgreSQL would not store a NUL. */
export const DETAIL_SEPARATOR = '\u001f';

/** Items shown (docs/behaviour/details.md#activity). */
const SHOWN = 30;

interface ActivityEvent {
  type: 'S' | 'L' | 'T';
  resourceId: string;
  orgId: string;
  detail: string;
  detailId: string | null;
}

/** Writes one note inside the caller's transaction. */
export async function recordActivity(ctx: Context, event: ActivityEvent): Promise<void> {
  await sql`insert into activity_logs (id, type, resource_id, org_id, detail, detail_id, datetime)
    values (${randomUUID()}, ${event.type}, ${event.resourceId}, ${event.orgId}, ${event.detail.slice(0, 1024)}, ${event.detailId}, ${ctx.clock()})`.execute(
    ctx.tx,
  );
}

interface Item {
  id: string;
  type: string;
  datetime: Date;
  detail: string;
  detail_id: string | null;
  action: AuditAction;
  user_text: string;
  resource: string;
  has_diff: boolean;
}

function sentence(ctx: Context, item: Item): string {
  const [user = '', asset = '', account = ''] = item.detail.split(DETAIL_SEPARATOR);
  if (item.type === 'S') return render(activityLabel.session, ctx.language, { user, asset, account });
  if (item.type === 'L') return render(activityLabel.login, ctx.language, { user });
  if (item.type === 'O')
    return render(activityLabel.operate[item.action] ?? activityLabel.operate.update, ctx.language, {
      user: item.user_text,
      resource: item.resource,
    });
  return item.detail;
}

function detailUrl(item: Item): string {
  if (item.type === 'O') return item.has_diff ? `/api/v1/audits/operate-logs/${item.id}/?type=action_detail` : '';
  if (item.type === 'L' && item.detail_id) return `/ui/#/audit/audits/login-logs/${item.detail_id}`;
  if (item.type === 'T' && item.detail_id) return `/core/ops/celery/task/${encodeURIComponent(item.detail_id)}/log/`;
  return '';
}

/**
 * The last 30 things that happened to an object, or that a person did, newest first. Of an object that the caller could
 * list, the system's own entries too; of any other (one that is gone) what the caller may read in the log anyway.
 */
export const activitiesRoute = (kernel: () => Kernel): Route => ({
  method: 'GET',
  path: '/api/v1/audits/activities/',
  policy: { allow: 'permission', all: ['audits.view_activitylog'] },
  name: 'audits.activity.list',
  shape: {
    title: text('Activities', '活动记录', 'アクティビティ'),
    fields: {
      id: shown(WORDS.id),
      timestamp: shown(WORDS.date),
      content: shown(text('Content', '内容', '内容')),
      r_type: shown(WORDS.type),
      detail_url: shown(WORDS.details),
    },
  },
  async handle(ctx, request) {
    const id = (request.query.resource_id ?? '').slice(0, 36);
    if (!id) return ok(pageOf([], request));
    const known = await couldList(kernel(), ctx, id);
    if (!known && !holds(ctx.actor, ['audits.view_operatelog'])) return ok(pageOf([], request));
    const here = ctx.org.isRoot ? sql`true` : sql`org_id = ${ctx.org.id}`;
    const scope = known && !ctx.org.isRoot ? sql`org_id = any(${[ctx.org.id, ORG.SYSTEM]}::uuid[])` : here;
    const { rows } = await sql<Item>`
      select * from (
        (select id, 'O' as type, datetime, '' as detail, null as detail_id, action, user_text, resource, diff <> '[]'::jsonb as has_diff
          from operate_logs where ((resource_id = ${id} and ${scope}) or (user_id::text = ${id} and ${here})) order by datetime desc limit ${SHOWN})
        union all
        (select id, type, datetime, detail, detail_id, '' as action, '' as user_text, '' as resource, false as has_diff
          from activity_logs where ${known ? sql`true` : sql`false`} and resource_id = ${id} and ${scope} order by datetime desc limit ${SHOWN})
      ) x order by datetime desc limit ${SHOWN}`.execute(ctx.tx);
    const items = rows.map((item) => {
      const p = zoned(item.datetime, ctx.timeZone);
      return {
        id: item.id,
        timestamp: `${p.year}-${p.month}-${p.day} ${p.hour}:${p.minute}:${p.second}`,
        content: sentence(ctx, item),
        r_type: item.type,
        detail_url: detailUrl(item),
      };
    });
    return ok(pageOf(items, request));
  },
});
