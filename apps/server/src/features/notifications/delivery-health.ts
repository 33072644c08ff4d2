import { LANGUAGES, render, type Text, text } from '@postern/contract/text';
import { type Context, formatDatetime } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Messenger } from './messenger.ts';
import { tellSubscribers } from './system-subscription.ts';
import type { Delivery } from './ways.ts';

/** Whether ways to deliver work, by what came of the messages that went by them (docs/decisions/0133). */

/** Codes go by text message as well, also where notices do not: one way that works or fails. */
export const TEXT_MESSAGES = 'sms';

/** What says that the way itself is out of order; everything else is about one message, or the one it was for. */
export const REASONS = {
  unreachable: text('It cannot be reached.', '无法连接。', '接続できません。'),
  blocked: text('This server may not ask that address.', '本服务器不允许访问该地址。', 'このサーバーからそのアドレスへは接続できません。'),
  no_trust: text(
    'Its certificate cannot be trusted, or it offers no encryption.',
    '对方证书不受信任，或不支持加密。',
    '証明書を信頼できないか、暗号化に対応していません。',
  ),
  login_refused: text('It refused account or secret.', '对方拒绝了账号或密钥。', 'アカウントまたはシークレットが拒否されました。'),
  refused: text('It refuses messages.', '对方拒绝接收消息。', 'メッセージが拒否されています。'),
  too_slow: text('It did not answer in time.', '对方响应超时。', '時間内に応答がありませんでした。'),
  unreadable: text('Its answer makes no sense.', '无法识别对方的应答。', '応答を読み取れません。'),
  unsure: text('It did not say whether it took a message.', '对方未确认是否收到消息。', 'メッセージの受領が確認できませんでした。'),
} as const satisfies Record<string, Text>;
type Reason = keyof typeof REASONS;
const isReason = (code: string): code is Reason => Object.hasOwn(REASONS, code);

/** What came of a message: nothing to say, or why it did not go out. `lasting`: it is about that message, and no other. */
export type Outcome = { code: string; lasting: boolean } | null;

/** Failures in a row that are told of; fewer when they go on for so long. */
const MANY = 5;
const SOME = 2;
const SOME_MS = 10 * 60_000;
/** Between two reports of the same way, however often it goes up and down. */
const QUIET_MS = 60 * 60_000;

export interface HealthDeps {
  messenger: Messenger;
  deliveries: readonly Delivery[];
}

const labelOf = ({ deliveries }: HealthDeps, way: string): Text =>
  deliveries.find(({ name }) => name === way)?.label() ?? text(way, way, way);

const FAILS = {
  subject: text('Messages do not go out: {way}', '消息无法发送：{way}', 'メッセージを送れません：{way}'),
  message: text(
    '<p>{count} messages in a row did not go out. {why}</p><p>This is told once, and once more when it works again.</p><p><a href="/ui/settings/message">Open messages</a></p>',
    '<p>连续 {count} 条消息发送失败。{why}</p><p>恢复之前不再重复通知。</p><p><a href="/ui/settings/message">查看消息订阅</a></p>',
    '<p>{count} 件続けて送信できませんでした。{why}</p><p>復旧するまで、この通知は繰り返されません。</p><p><a href="/ui/settings/message">メッセージを開く</a></p>',
  ),
};
const WORKS = {
  subject: text('Messages go out again: {way}', '消息已恢复发送：{way}', 'メッセージの送信が復旧しました：{way}'),
  message: text(
    '<p>It did not work since {since}.</p><p><a href="/ui/settings/message">Open messages</a></p>',
    '<p>故障开始时间：{since}。</p><p><a href="/ui/settings/message">查看消息订阅</a></p>',
    '<p>{since} から送信できていませんでした。</p><p><a href="/ui/settings/message">メッセージを開く</a></p>',
  ),
};

/** Words in which some parameters are texts themselves, each in its language. */
const filled = (words: Text, params: Readonly<Record<string, Text | string | number>>): Text =>
  Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      render(
        words,
        language,
        Object.fromEntries(Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? value[language] : value])),
      ),
    ]),
  ) as Text;

/** Ways of which it was told that they do not work: nobody is told anything of it by them. */
const broken = async (ctx: Context): Promise<string[]> => {
  const rows = await ctx.tx.selectFrom('delivery_failures').select('way').where('date_told', 'is not', null).execute();
  return rows.map(({ way }) => way);
};

async function failed(ctx: Context, deps: HealthDeps, way: string, code: Reason): Promise<void> {
  const now = ctx.clock();
  const row = await ctx.tx
    .insertInto('delivery_failures')
    .values({ way, failures: 1, error: code, date_since: now, date_last: now })
    .onConflict((clash) =>
      clash.column('way').doUpdateSet(({ eb, fn, ref, val }) => ({
        failures: eb(ref('delivery_failures.failures'), '+', 1),
        error: code,
        date_since: fn.coalesce('delivery_failures.date_since', val(now)),
        date_last: now,
      })),
    )
    .returning(['failures', 'date_since', 'date_told', 'date_reported'])
    .executeTakeFirstOrThrow();
  const { failures, date_since: since, date_told: told, date_reported: reported } = row;
  const lasts = since !== null && now.getTime() - since.getTime() >= SOME_MS;
  if (told || failures < (lasts ? SOME : MANY)) return;
  if (reported && now.getTime() - reported.getTime() < QUIET_MS) return;
  await ctx.tx.updateTable('delivery_failures').set({ date_told: now, date_reported: now }).where('way', '=', way).execute();
  const words = {
    subject: filled(FAILS.subject, { way: labelOf(deps, way) }),
    message: filled(FAILS.message, { count: failures, why: REASONS[code] }),
  };
  await tellSubscribers(ctx, deps.messenger, 'DeliveryMessage', words, [], await broken(ctx));
}

async function worked(ctx: Context, deps: HealthDeps, way: string): Promise<void> {
  const row = await ctx.tx
    .selectFrom('delivery_failures')
    .select(['date_since', 'date_told'])
    .where('way', '=', way)
    .forUpdate()
    .executeTakeFirst();
  if (!row?.date_since) return;
  await ctx.tx
    .updateTable('delivery_failures')
    .set({ failures: 0, error: null, date_since: null, date_told: null })
    .where('way', '=', way)
    .execute();
  if (!row.date_told) return;
  const words = {
    subject: filled(WORKS.subject, { way: labelOf(deps, way) }),
    message: WORKS.message,
    params: { since: `${row.date_since.toISOString().slice(0, 16).replace('T', ' ')} UTC` },
  };
  await tellSubscribers(ctx, deps.messenger, 'DeliveryMessage', words, [], await broken(ctx));
}

/** Whether any way is known to fail: what works, and mostly all does, costs one question. */
const failing = async (ctx: Context, way: string): Promise<boolean> =>
  await anyRow(ctx.tx.selectFrom('delivery_failures').where('way', '=', way).where('date_since', 'is not', null));

/**
 * Takes note of what came of a message. Administrators are told when a way fails again and again, once, by the ways that work, and once more when it works
 * again. Never throws: what a message came to does not hang on it.
 */
export const noteOutcome =
  (deps: HealthDeps) =>
  async (ctx: Context, way: string, outcome: Outcome): Promise<void> => {
    try {
      if (outcome === null) {
        if (await failing(ctx, way)) await inTransaction(ctx.tx, ctx, (inner) => worked(inner, deps, way));
      } else {
        const { code, lasting } = outcome;
        if (!lasting && isReason(code)) await inTransaction(ctx.tx, ctx, (inner) => failed(inner, deps, way, code));
      }
    } catch (error) {
      ctx.log.error({ way, err: error }, 'what a message came to was not noted');
    }
  };

export interface Failing {
  name: string;
  name_display: string;
  since: string | null;
  last: string | null;
  failures: number;
  error: string;
}

/** Ways that have failed since they last worked, in the order of ways; those that are switched off are none. */
export async function failingWays(ctx: Context, deps: HealthDeps): Promise<Failing[]> {
  const { language } = ctx;
  const date = (value: Date) => formatDatetime(value, ctx.timeZone);
  const rows = await ctx.tx
    .selectFrom('delivery_failures')
    .select(['way', 'failures', 'error', 'date_since', 'date_last'])
    .where('date_since', 'is not', null)
    .execute();
  const works = new Set<string>([TEXT_MESSAGES, ...deps.deliveries.filter((way) => way.works()).map(({ name }) => name)]);
  return rows.flatMap(({ way, failures, error, date_since: since, date_last: last }) =>
    since && works.has(way) && error !== null && isReason(error)
      ? [
          {
            name: way,
            name_display: labelOf(deps, way)[language],
            since: date(since),
            last: date(last),
            failures,
            error: REASONS[error][language],
          },
        ]
      : [],
  );
}
