import { render, type Text, text } from '@postern/contract/text';
import {
  among,
  type Change,
  type Context,
  choicesOf,
  formatDatetime,
  type Kernel,
  type ResolvedField,
  type TreeOption,
} from '@postern/resource';

/** What is compared is stored in English and in UTC; here it becomes what the reader understands (docs/wire/audits.md#operations). */

const YES = text('Yes', '是', 'はい');
const NO = text('No', '否', 'いいえ');

/** Labels of changes that no field of the resource carries, or that are shown otherwise than the field: an organisation by its name. */
const LABELS: Readonly<Record<string, Text>> = {
  org: text('Organisation', '组织', '組織'),
  org_id: text('Organisation', '组织', '組織'),
  passkey: text('Passkey', '通行密钥', 'パスキー'),
  passkey_counter: text('Signatures of a passkey, which went back', '通行密钥签名计数（回退）', 'パスキーの署名回数（後退）'),
  recovery_codes: text('Unused recovery codes', '未使用的恢复代码', '未使用のリカバリーコード'),
  secret_key: text('Password of encrypted exports', '加密导出密码', '暗号化エクスポートのパスワード'),
  license: text('Licence', '许可证', 'ライセンス'),
  exported: text('Exported rows', '导出行数', 'エクスポートした行数'),
  access_review: text('By access review', '依据权限审阅', 'アクセスレビューによる'),
  ordered: text('Ordered', '指令', '指示'),
  reason: text('Reason', '原因', '理由'),
  terminated_by: text('Ended by', '终止者', '終了させた人'),
  watched: text('Watched', '查看方式', '閲覧方法'),
  watched_for: text('Watched for', '查看时长', '閲覧時間'),
  private_token: text('Private token', '私有令牌', 'プライベートトークン'),
  bound_account: text('Account elsewhere', '外部账号', '外部アカウント'),
  trusted_devices: text('Browsers without a second factor', '免多因子认证的浏览器', '多要素認証を求めないブラウザー'),
  end_accepted: text('End accepted by the sponsor', '担保人同意到期', '責任者による期限の承認'),
  ticket_delegate: text('Stand-in for tickets', '工单代理人', 'チケットの代理人'),
  decided_for: text('Decided for', '代为决定', '代理で決定した相手'),
  bootstrap_token: text('Token for new components', '组件注册令牌', 'コンポーネント登録用トークン'),
};

/** Labels of changes that are of no field of their own resource, but have the name of a field elsewhere. */
const BESIDE: Readonly<Record<string, Text>> = {
  assets: text('Assets', '资产', 'アセット'),
  account: text('Account', '账号', 'アカウント'),
  user: text('User', '用户', 'ユーザー'),
  terminal: text('Component', '组件', 'コンポーネント'),
  state: text('State', '状态', '状態'),
};

/** Values of changes that no field carries. */
const VALUES: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  ordered: {
    lock: text('lock', '锁定', 'ロック'),
    unlock: text('unlock', '解锁', 'ロック解除'),
    terminate: text('end', '终止', '終了'),
  },
  watched: {
    live: text('live', '实时监控', 'リアルタイム'),
    replay: text('its recording', '录像回放', '録画の再生'),
    download: text('by downloading its recording', '下载录像', '録画のダウンロード'),
  },
};

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const leaves = (options: readonly TreeOption[]): readonly TreeOption[] =>
  options.flatMap((option) => (option.children ? leaves(option.children) : [option]));

/** A switch, on whatever it is: what has no field is kept in the same two words. */
export const yesOrNo = (ctx: Context, value: string): string =>
  value === 'Yes' ? render(YES, ctx.language) : value === 'No' ? render(NO, ctx.language) : value;

/** One side of a change by the kind of its field. Values of a kind that has changed since are shown as they were written. */
function shownValue(ctx: Context, field: ResolvedField | undefined, value: string, organisations: ReadonlyMap<string, string>): string {
  if (value === '') return value;
  if (!field) return yesOrNo(ctx, value);
  const { choices, tree } = field.options;
  if (choices) {
    const found = choicesOf(field, ctx).find((option) => String(option.value) === value);
    return found ? render(found.label, ctx.language) : value;
  }
  if (tree) {
    const known = leaves(tree);
    const labels = value.split(', ').map((one) => {
      const leaf = known.find((option) => option.value === one);
      return leaf ? render(leaf.label, ctx.language) : one;
    });
    return labels.join(', ');
  }
  if (ISO.test(value)) return formatDatetime(new Date(value), ctx.timeZone) ?? value;
  return field.kind.name === 'uuid' ? (organisations.get(value) ?? value) : yesOrNo(ctx, value);
}

/** Names of the organisations among the ids of a diff; other ids stay what they are. One query. */
async function organisationsIn(ctx: Context, diff: readonly Change[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(diff.flatMap(({ before, after }) => [before, after]).filter((value) => UUID.test(value)))];
  if (ids.length === 0) return new Map();
  const rows = await ctx.tx
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where(({ ref }) => among(ref('id'), ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** A diff with the labels and values of today, in the reader's language and time zone. */
export async function shownDiff(kernel: Kernel, ctx: Context, resourceType: string, diff: readonly Change[]): Promise<Change[]> {
  const resource = kernel.resources.find((one) => one.name === resourceType);
  const organisations = await organisationsIn(ctx, diff);
  return diff.map(({ field: name, before, after }) => {
    const field = resource?.field(name);
    const label = LABELS[name] ?? field?.options.label ?? BESIDE[name];
    const words = VALUES[name];
    const shown = (value: string): string =>
      words?.[value] ? render(words[value], ctx.language) : shownValue(ctx, field, value, organisations);
    return { field: label ? render(label, ctx.language) : name, before: shown(before), after: shown(after) };
  });
}
