import { randomUUID, X509Certificate } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { render, text } from '@postern/contract/text';
import { type Behaviour, type Context, ok, type Reply, type Row, type Values } from '@postern/resource';
import type { Platform } from '../../../platform/platform.ts';
import { testEvent } from './events.ts';
import { backlogs } from './feed.queries.ts';
import { FORWARD } from './forward.job.ts';
import { type ForwardPlatform, senderOf } from './forward.ts';
import { ADDRESS_PROBLEMS, isAddress, placeOf } from './place.ts';
import { probe, STEP, type Step, step } from './probe.ts';
import { reasonOf } from './reason.ts';
import type { AuditReceiver, ReceiverType } from './receiver.resource.ts';
import { beginAnew, beginAtHeads } from './receiver.store.ts';

const WORKS = text('The receiver took a test event.', '接收端已接收测试事件。', '受信先はテストイベントを受け取りました。');
const FAILS = text('The receiver takes no events: {detail}', '接收端无法接收事件：{detail}', '受信先はイベントを受け取れません：{detail}');

/** Whether all of it is certificates. */
function areCertificates(pem: string): boolean {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  try {
    for (const block of blocks) new X509Certificate(block);
  } catch {
    return false;
  }
  return blocks.length > 0;
}

async function hasToken(ctx: Context, id: string): Promise<boolean> {
  const found = await ctx.tx.selectFrom('audit_receivers').select('token').where('id', '=', id).executeTakeFirst();
  return Boolean(found?.token);
}

/** A token is sent where whoever gave it said: another place, or another idea of whom to trust there, asks for it again (decision 0067). */
async function checkToken(ctx: Context, values: Values, before: AuditReceiver | undefined): Promise<void> {
  const type = before?.type ?? values.type;
  if (values.token === '') delete values.token;
  if (type !== 'https' && values.token) throw InvalidInput.on('token', 'token_not_sent');
  if (!before || values.token !== undefined) return;
  const moved = (['address', 'ca'] as const).some((name) => values[name] !== undefined && values[name] !== before[name]);
  if (moved && (await hasToken(ctx, before.id))) throw InvalidInput.on('token', 'required');
}

/** Sends one event that stands in no log, and says step by step what happened. */
async function tested(ctx: Context, platform: ForwardPlatform, receiver: AuditReceiver): Promise<Reply> {
  const steps: Step[] = [];
  const place = placeOf(receiver.type, receiver.address);
  let failure = '';
  try {
    if (place) await probe(place, { ca: receiver.ca, allow: platform.settings.outboundAllow, steps, why: reasonOf });
    await step(steps, STEP.send, reasonOf, async () => {
      await senderOf(platform, receiver).send([testEvent(randomUUID(), ctx.clock(), ctx.actor.name)]);
      return [undefined, ''];
    });
  } catch (error) {
    failure = reasonOf(error);
  }
  return ok({
    is_valid: failure === '',
    msg: failure === '' ? render(WORKS, ctx.language) : render(FAILS, ctx.language, { detail: failure }),
    steps: steps.map((one) => ({ ...one, step: render(one.step, ctx.language) })),
  });
}

export const auditReceiverBehaviour = (platform: ForwardPlatform & Pick<Platform, 'jobs'>): Behaviour => ({
  async prepare(ctx, { values, before: row }) {
    const before = row as AuditReceiver | undefined;
    const type = (before?.type ?? values.type) as ReceiverType;
    if (values.address !== undefined && !isAddress(type, String(values.address))) throw InvalidInput.on('address', ADDRESS_PROBLEMS[type]);
    if (values.ca && !areCertificates(String(values.ca))) throw InvalidInput.on('ca', 'invalid_certificates');
    await checkToken(ctx, values, before);
  },
  async written(ctx, { verb, row }) {
    const id = String(row.id);
    if (verb === 'create') await beginAtHeads(ctx, id);
    else await beginAnew(ctx, id);
    platform.jobs.enqueue(ctx, FORWARD);
  },
  computed: {
    async backlog(ctx, rows) {
      const known = await backlogs(
        ctx,
        rows.map(({ id }) => String(id)),
      );
      return new Map(rows.map(({ id }) => [String(id), known.get(String(id)) ?? 0]));
    },
  },
  actions: {
    async test(ctx, _request, row) {
      // The kernel found its row, without its token.
      const found = await ctx.tx
        .selectFrom('audit_receivers')
        .selectAll()
        .where('id', '=', String((row as Row).id))
        .executeTakeFirst();
      if (!found) throw new CodedError('not_found');
      return tested(ctx, platform, found as AuditReceiver);
    },
  },
});
