import { CodedError } from '@postern/contract/errors';
import { type LicenceDetail, STANDINGS, UNLIMITED_ASSETS } from '@postern/contract/licence';
import { type LicenceContent, LicenceRefused, MAX_LICENCE_BYTES, openLicence } from '@postern/contract/licence-file';
import { type Text, text } from '@postern/contract/text';
import {
  type Context,
  can,
  FLAG_SCHEMA,
  formatDatetime,
  objectSchema,
  ok,
  type Reply,
  type Route,
  type Shape,
  TEXT_SCHEMA,
  text as textField,
} from '@postern/resource';
import { detail } from '../../platform/routes/detail.ts';
import { removal } from '../../platform/routes/removal.ts';
import { oneFile, type Part, upload } from '../../platform/routes/upload.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { answerShape, shown, WORDS } from '../../platform/shown.ts';
import { countAssets } from './count-assets.ts';
import { CLOCK_ROW, graceEnd, LICENCE_ROW, type Licence, type LicenceState, REMOVED_ROW } from './licence-store.ts';
import { auditLicence, clearLicence, lockedLicence } from './stored-licence.ts';

export interface LicenceDeps {
  licence: Licence;
  settings: SettingsStore;
}

/** Why a file is not taken. The console shows the sentence as it is (docs/wire/licence.md#import: `{status, msg}`, always 200). */
const REFUSALS = {
  missing: text('Choose a licence file first.', '请先选择许可证文件。', '先にライセンスファイルを選んでください。'),
  unreadable: text('This is not a licence file.', '这不是许可证文件。', 'これはライセンスファイルではありません。'),
  unknown_key: text(
    'This licence was not issued for this product.',
    '该许可证不是为本产品签发的。',
    'このライセンスは本製品向けに発行されたものではありません。',
  ),
  forged: text(
    'The signature does not match: this licence has been changed.',
    '签名不符：该许可证已被改动。',
    '署名が一致しません。このライセンスは変更されています。',
  ),
  expired: text('This licence has already expired.', '该许可证已经过期。', 'このライセンスは期限が切れています。'),
  not_yet: text(
    'This licence is dated in the future. Check the clock.',
    '该许可证的签发日期在将来，请检查系统时钟。',
    'このライセンスの発行日は未来です。時計を確認してください。',
  ),
  older: text(
    'A newer licence of this subscription is already in place.',
    '此订阅已有更新的许可证。',
    'この契約のより新しいライセンスがすでに登録されています。',
  ),
} as const satisfies Record<string, Text>;
type Refusal = keyof typeof REFUSALS;
const REASONS = Object.keys(REFUSALS) as Refusal[];

const IMPORTED = text('The licence is in place.', '许可证已导入。', 'ライセンスを登録しました。');
/** Milliseconds by which the vendor's clock may be ahead of ours. */
const SKEW_MS = 24 * 3_600_000;

async function detailOf(ctx: Context, { standing, content, test, own }: LicenceState): Promise<LicenceDetail> {
  const moment = (value: Date | undefined): string | null => (value ? formatDatetime(value, ctx.timeZone) : null);
  const end = content?.date_expired;
  return {
    subscription_id: content?.subscription_id ?? null,
    corporation: content?.corporation ?? null,
    date_expired: moment(end ? new Date(end) : undefined),
    asset_count: content ? (content.asset_count ?? UNLIMITED_ASSETS) : null,
    current_asset_count: await countAssets(ctx),
    edition: content?.edition ?? null,
    serial_no: content?.serial_no ?? null,
    remark: content?.remark ?? null,
    standing,
    test,
    own,
    date_issued: moment(content && new Date(content.date_issued)),
    date_grace: moment(content && graceEnd(content)),
  };
}

/** What a file says; one that is too large is no licence. */
function checked(file: Awaited<ReturnType<typeof oneFile>>, licence: Licence): LicenceContent | Refusal {
  if (file === 'missing') return file;
  if (file === 'too_large') return 'unreadable';
  try {
    return openLicence(file.toString('utf8'), licence.keys()).content;
  } catch (error) {
    if (error instanceof LicenceRefused) return error.problem;
    throw error;
  }
}

/** What speaks against a licence at this moment. */
function objection(content: LicenceContent, current: LicenceContent | undefined, now: Date): Refusal | undefined {
  if (Date.parse(content.date_issued) > now.getTime() + SKEW_MS) return 'not_yet';
  if (content.date_expired !== null && Date.parse(content.date_expired) <= now.getTime()) return 'expired';
  if (current && content.subscription_id === current.subscription_id && Date.parse(content.date_issued) < Date.parse(current.date_issued))
    return 'older';
  return undefined;
}

const SERIAL = text('Serial number', '序列号', 'シリアル番号');

const detailShape: Shape = {
  title: text('Licence', '许可证', 'ライセンス'),
  fields: {
    subscription_id: shown(text('Subscription', '订阅编号', 'サブスクリプション'), 'string', { nullable: true }),
    corporation: shown(text('Corporation', '公司', '会社'), 'string', { nullable: true }),
    asset_count: shown(text('Assets allowed', '资产数上限', '許可アセット数'), 'integer', { nullable: true }),
    current_asset_count: shown(text('Assets now', '当前资产数', '現在のアセット数'), 'integer'),
    edition: shown(text('Edition', '版本', 'エディション'), 'string', { nullable: true }),
    serial_no: shown(SERIAL, 'string', { nullable: true }),
    remark: shown(WORDS.comment, 'string', { nullable: true }),
    standing: shown(WORDS.status, 'string', { answered: { enum: STANDINGS } }),
    test: shown(text('For tests', '测试用', 'テスト用'), 'boolean'),
    own: shown(text('Own licence', '自签许可证', '自己発行'), 'boolean'),
    date_expired: shown(text('Expires', '失效日期', '有効期限'), 'datetime', { nullable: true }),
    date_issued: shown(text('Issued', '签发日期', '発行日時'), 'datetime', { nullable: true }),
    date_grace: shown(text('Works until', '宽限至', '猶予期限'), 'datetime', { nullable: true }),
  },
};

/** Takes a licence file in, or says why not. */
async function take({ licence, settings }: LicenceDeps, ctx: Context, parts: AsyncIterable<Part>): Promise<Reply> {
  const refuse = (reason: Refusal) => ok({ status: false, msg: REFUSALS[reason][ctx.language], code: reason });
  const file = await oneFile(parts, MAX_LICENCE_BYTES);
  const content = checked(file, licence);
  if (typeof content === 'string') return refuse(content);
  const { content: current } = await lockedLicence(ctx, licence);
  // A licence issued after the one in place also sets right a clock that had once run ahead; an old one never turns it back.
  const newer = current !== undefined && Date.parse(content.date_issued) > Date.parse(current.date_issued);
  const now = newer ? ctx.clock() : licence.now(ctx.clock());
  const against = objection(content, current, now);
  if (against) return refuse(against);
  await settings.set(ctx, { [LICENCE_ROW]: String(file), [CLOCK_ROW]: now.toISOString(), [REMOVED_ROW]: null });
  auditLicence(ctx, current ? 'update' : 'create', current, content);
  return ok({ status: true, msg: IMPORTED[ctx.language] });
}

const ABOUT = { who: can('settings.change_license'), rows: { none: 'the licence of the installation' } } as const;

/** Existing consoles write these two without a slash at the end; every other address of ours has one. */
const twice = (deps: LicenceDeps, slash: '' | '/'): Route[] => [
  detail({
    ...ABOUT,
    path: `/api/v1/xpack/license/detail${slash}`,
    name: slash ? 'xpack.license.detail' : 'xpack.license.detail.bare',
    answer: detailShape,
    show: (ctx) => detailOf(ctx, deps.licence.state(ctx.clock())),
  }),
  upload({
    ...ABOUT,
    path: `/api/v1/xpack/license/import${slash}`,
    name: slash ? 'xpack.license.import' : 'xpack.license.import.bare',
    answer: answerShape(objectSchema({ status: FLAG_SCHEMA, msg: TEXT_SCHEMA }, { code: { enum: REASONS } })),
    limit: MAX_LICENCE_BYTES * 8,
    take: (ctx, { parts }) => take(deps, ctx, parts),
  }),
];

/** Ours: only the licence that is named goes, so that nobody takes away another one than they look at. */
const licenceRemoval = ({ licence, settings }: LicenceDeps): Route =>
  removal({
    ...ABOUT,
    path: '/api/v1/xpack/license/:serial/',
    name: 'xpack.license.delete',
    params: { serial: textField({ label: SERIAL, required: true }) },
    async remove(ctx, { params }) {
      const { content: current } = await lockedLicence(ctx, licence);
      if (!current || current.serial_no !== params.serial) throw new CodedError('not_found');
      await clearLicence(ctx, settings, current);
    },
  });

export const licenceRoutes = (deps: LicenceDeps): readonly Route[] => [...twice(deps, ''), ...twice(deps, '/'), licenceRemoval(deps)];
