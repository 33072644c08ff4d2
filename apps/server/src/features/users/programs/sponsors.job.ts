import { type Text, text } from '@postern/contract/text';
import { type Context, eb } from '@postern/resource';
import type { Job } from '../../../platform/feature.ts';
import { isSponsored } from './sponsored.ts';

/** What whoever manages service accounts is told, in three languages. */
export interface ProgramWords {
  subject: Text;
  /** HTML of ours with `{name}` marks. */
  message: Text;
  params: Readonly<Record<string, string | number>>;
}

export interface SponsorDeps {
  /** Tells those who manage the service accounts of an organisation, and who is subscribed to it. */
  programsToldOf(ctx: Context, orgId: string, words: ProgramWords): Promise<void>;
}

/** Accounts in one run; the next one is a minute away. */
const MOST = 500;
/** Names in one message; the list shows all. */
const NAMED = 20;
const PAGE = '/ui/console/users/service-accounts?without_sponsor=true&oid={org}';

const sponsorLost = (params: { count: number; names: string; org: string }): ProgramWords => ({
  subject: text(
    'Service accounts without a sponsor: {count}',
    '失去担保人的服务账号：{count}',
    '責任者のいないサービスアカウント：{count} 件',
  ),
  message: text(
    `<p>Their sponsor is gone or cannot log in: {names}. They go on working until somebody ends them. <a href="${PAGE}">Show them</a></p>`,
    `<p>以下服务账号的担保人已离开或无法登录：{names}。在停用之前它们仍可使用。<a href="${PAGE}">查看</a></p>`,
    `<p>責任者が不在またはログインできません：{names}。停止するまでは使えるままです。<a href="${PAGE}">表示</a></p>`,
  ),
  params,
});

/** Says of which accounts nobody answers any more, once for each loss: a program does not notice, and goes on. */
export const programSponsors = (deps: SponsorDeps): Job => ({
  name: 'programs.sponsors',
  schedule: '* * * * *',
  async run(ctx) {
    await ctx.tx
      .updateTable('service_accounts as a')
      .set({ sponsor_loss_told: false })
      .where('a.sponsor_loss_told', '=', true)
      .where(isSponsored(ctx, 'a'))
      .execute();
    const lost = await ctx.tx
      .selectFrom('service_accounts as a')
      .select(['a.id', 'a.name', 'a.org_id'])
      .where('a.is_active', '=', true)
      .where('a.sponsor_loss_told', '=', false)
      .where(eb.not(isSponsored(ctx, 'a')))
      .orderBy('a.name')
      .limit(MOST)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const [orgId, own] of Map.groupBy(lost, ({ org_id: home }) => home)) {
      const names = own.slice(0, NAMED).map(({ name }) => name);
      if (own.length > NAMED) names.push('…');
      await deps.programsToldOf(ctx, orgId, sponsorLost({ count: own.length, names: names.join(', '), org: orgId }));
      await ctx.tx
        .updateTable('service_accounts as a')
        .set({ sponsor_loss_told: true })
        .where(
          'a.id',
          'in',
          own.map(({ id }) => id),
        )
        .execute();
    }
  },
});
