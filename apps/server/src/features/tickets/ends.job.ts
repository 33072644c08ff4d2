import { text } from '@postern/contract/text';
import { among, type Context, formatDatetime } from '@postern/resource';
import type { Job } from '../../platform/feature.ts';
import type { MessageWords, Messenger } from '../notifications/index.ts';
import { endingGrants } from './renewal.queries.ts';

const ENDS: Omit<MessageWords, 'params'> = {
  kind: 'reminders',
  subject: text('Your access ends soon: {title}', '你的访问权限即将到期：{title}', 'アクセスの期限が近づいています：{title}'),
  message: text(
    '<p>What you were given ends at {ends}. <a href="/ui/tickets/tickets/request-host-perm/create?renew={id}">Renew it</a></p>',
    '<p>你获得的访问权限将于 {ends} 到期。<a href="/ui/tickets/tickets/request-host-perm/create?renew={id}">续期</a></p>',
    '<p>付与されたアクセスは {ends} に終了します。<a href="/ui/tickets/tickets/request-host-perm/create?renew={id}">延長を申請</a></p>',
  ),
};

/** Tells people once that what they were given ends soon (docs/wire/tickets.md#messages). */
async function tellEnds(ctx: Context, messenger: Messenger): Promise<void> {
  const grants = await endingGrants(ctx);
  for (const { id, title, applicant_id: applicant, ends } of grants)
    await messenger.send(ctx, [applicant], { ...ENDS, params: { id, title, ends: formatDatetime(ends, ctx.timeZone) ?? '' } });
  const ids = grants.map(({ id }) => id);
  await ctx.tx
    .updateTable('tickets')
    .set({ end_told: ctx.clock() })
    .where(({ ref }) => among(ref('id'), ids))
    .execute();
}

export const endsJob = (messenger: Messenger): Job => ({
  name: 'tickets.ends',
  schedule: '* * * * *',
  run: (ctx) => tellEnds(ctx, messenger),
});
