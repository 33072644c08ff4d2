import { randomUUID } from 'node:crypto';
import { render, text as words } from '@postern/contract/text';
import { COLUMN, type Context, can, defineTable, holds, text, zoned } from '@postern/resource';
import { ownList } from '../../platform/routes/list.ts';
import { shown, WORDS } from '../../platform/shown.ts';
import { type Activity, activitiesOf } from './activity.queries.ts';
import { activityLabel, operateLog } from './logs.resource.ts';
import { couldList } from './subject.queries.ts';

/** Notes beside objects that are no operations: sessions, logins, tasks (docs/wire/audits.md#activities). */
export const activityTable = defineTable({
  name: 'activity_logs',
  columns: {
    id: COLUMN.id,
    type: 'text not null',
    resource_id: 'text not null',
    org_id: 'uuid not null',
    detail: "text not null default ''",
    detail_id: 'text',
    datetime: COLUMN.now,
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
  await ctx.tx
    .insertInto('activity_logs')
    .values({
      id: randomUUID(),
      type: event.type,
      resource_id: event.resourceId,
      org_id: event.orgId,
      detail: event.detail.slice(0, 1024),
      detail_id: event.detailId,
      datetime: ctx.clock(),
    })
    .execute();
}

function sentence(ctx: Context, item: Activity): string {
  const [user = '', asset = '', account = ''] = item.detail.split(DETAIL_SEPARATOR);
  if (item.type === 'S') return render(activityLabel.session, ctx.language, { user, asset, account });
  if (item.type === 'L') return render(activityLabel.login, ctx.language, { user });
  if (item.watched_for)
    return render(activityLabel.watched, ctx.language, { user: item.user_text, resource: item.resource, time: item.watched_for });
  if (item.type === 'O')
    return render(activityLabel.operate[item.action] ?? activityLabel.operate.update, ctx.language, {
      user: item.user_text,
      resource: item.resource,
    });
  return item.detail;
}

function detailUrl(item: Activity): string {
  if (item.type === 'O') return item.has_diff ? `/api/v1/audits/operate-logs/${item.id}/?type=action_detail` : '';
  if (item.type === 'L' && item.detail_id) return `/ui/#/audit/audits/login-logs/${item.detail_id}`;
  if (item.type === 'T' && item.detail_id) return `/core/ops/celery/task/${encodeURIComponent(item.detail_id)}/log/`;
  return '';
}

/**
 * The last 30 things that happened to an object, or that a person did, newest first. Of an object that the caller could
 * list, the system's own entries too; of any other (one that is gone) what the caller may read in the log anyway.
 */
export const activitiesRoute = ownList({
  path: '/api/v1/audits/activities/',
  name: 'audits.activity.list',
  who: can('audits.view_activitylog'),
  rows: { of: [operateLog] },
  query: { resource_id: text({ label: WORDS.id, max: 36, default: '', blank: true }) },
  answer: {
    title: words('Activities', '活动记录', 'アクティビティ'),
    fields: {
      id: shown(WORDS.id),
      timestamp: shown(WORDS.date),
      content: shown(words('Content', '内容', '内容')),
      r_type: shown(WORDS.type),
      detail_url: shown(WORDS.details),
    },
  },
  async items(ctx, { query: { resource_id: id }, kernel }) {
    if (!id) return [];
    const known = await couldList(kernel, ctx, id);
    return known || holds(ctx.actor, ['audits.view_operatelog']) ? activitiesOf(ctx, id, known, SHOWN) : [];
  },
  wire(item, ctx) {
    const p = zoned(item.datetime, ctx.timeZone);
    return {
      id: item.id,
      timestamp: `${p.year}-${p.month}-${p.day} ${p.hour}:${p.minute}:${p.second}`,
      content: sentence(ctx, item),
      r_type: item.type,
      detail_url: detailUrl(item),
    };
  },
});
