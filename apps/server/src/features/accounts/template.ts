import { InvalidInput } from '@postern/contract/errors';
import { secretTypesOf } from '@postern/contract/protocols';
import { text as words } from '@postern/contract/text';
import {
  boolean,
  type Context,
  comment,
  computed,
  defineBehaviour,
  defineResource,
  derived,
  input,
  labelled,
  reference,
  secret,
  text,
  type Values,
} from '@postern/resource';
import { sql } from 'kysely';
import { secretTypeChoices } from './account.resource.ts';
import { recordHistory } from './secret-history.ts';
import { keyInfo, readPrivateKey } from './ssh-key.ts';

/** A login to be put on many assets (docs/wire/accounts.md#templates). */
export const accountTemplate = defineResource({
  name: 'accounttemplate',
  app: 'accounts',
  path: 'account-templates',
  table: 'account_templates',
  label: words('Account template', '账号模板', 'アカウントテンプレート'),
  labelPlural: words('Account templates', '账号模板', 'アカウントテンプレート'),
  scope: 'org',
  base: ['created_by', 'date_created', 'date_updated'],
  fields: {
    name: text({ label: words('Name', '名称', '名前'), required: true, unique: 'org', filter: true, search: true }),
    username: text({ label: words('Username', '用户名', 'ユーザー名'), default: '', blank: true, filter: true, search: true }),
    secret_type: labelled({
      label: words('Secret type', '密文类型', 'シークレットの種類'),
      default: 'password',
      choices: secretTypeChoices,
    }),
    secret: secret({ label: words('Secret', '密文', 'シークレット') }),
    passphrase: input(secret({ label: words('Passphrase', '密钥密码', 'パスフレーズ'), max: 512 })),
    spec_info: computed({ label: words('Specifics', '特有信息', '固有情報'), type: 'json' }),
    su_from: reference('accounttemplate', {
      label: words('Switch from', '切换自', '切り替え元'),
      nullable: true,
      show: ['id', 'name', 'username'],
      onDelete: 'set null',
    }),
    comment: comment(),
    has_secret: derived({
      label: words('Has secret', '已托管密文', 'シークレットあり'),
      type: 'boolean',
      expression: () => sql`(t.secret is not null)`,
    }),
    privileged: boolean({ label: words('Privileged', '特权', '特権') }),
    is_active: boolean({ label: words('Active', '激活', '有効'), default: true }),
    is_sync_account: input(boolean({ label: words('Pass on to its accounts', '同步到其账号', '作成済みアカウントにも反映') })),
  },
  columns: { ssh_fingerprint: 'text' },
  order: 'name',
});

/** Types of secret that logins by these protocols take; of unknown ones passwords alone. */
function byProtocols(_ctx: Context, value: string) {
  const types = new Set(
    value
      .split(',')
      .slice(0, 50)
      .flatMap((name) => secretTypesOf(name.trim())),
  );
  return sql<boolean>`t.secret_type = any(${types.size > 0 ? [...types] : ['password']}::text[])`;
}

/** The new secret of a template on the accounts that still follow it, each with its history and its audit event. */
async function passOn(ctx: Context, id: string): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; username: string; org_id: string }>`
    update accounts c set secret = x.secret, ssh_fingerprint = x.ssh_fingerprint, date_updated = ${ctx.clock()},
      version = (select count(*)::int + 1 from accounts_history h where h.account_id = c.id)
    from account_templates x
    where x.id = ${id} and c.source_id = x.id::text and c.org_id = x.org_id and c.username = x.username and c.secret_type = x.secret_type
    returning c.id, c.name, c.username, c.org_id`.execute(ctx.tx);
  await recordHistory(
    ctx,
    rows.map((row) => row.id),
  );
  for (const row of rows) {
    ctx.audit({
      action: 'update',
      resourceType: 'account',
      resourceId: row.id,
      resource: `${row.name}(${row.username})`,
      orgId: row.org_id,
      changes: [{ field: 'secret', before: '******', after: '******' }],
    });
  }
}

export const templateBehaviour = defineBehaviour({
  filters: { protocols: byProtocols },
  computed: { spec_info: async (_ctx, rows) => new Map(rows.map((row) => [String(row.id), keyInfo(row)])) },
  async written(ctx, { verb, values, row }) {
    if (verb === 'update' && values.is_sync_account === true && values.secret !== undefined) await passOn(ctx, String(row.id));
  },
  async prepare(ctx, { values, before }) {
    const secretType = String(values.secret_type ?? before?.secret_type ?? 'password');
    if (typeof values.secret === 'string' && values.secret !== '') {
      if (secretType === 'ssh_key') {
        const key = readPrivateKey(values.secret, values.passphrase as string | undefined);
        values.secret = key.pem;
        values.ssh_fingerprint = key.fingerprint;
      } else if (values.secret.includes('{{') || /['"]/.test(values.secret)) throw InvalidInput.on('secret', 'secret_content');
    } else delete values.secret;
    const renamed = ['username', 'secret_type'].some((name) => before && values[name] !== undefined && values[name] !== before[name]);
    // Accounts made from a template that now means another login are on their own.
    if (renamed) await sql`update accounts set source_id = null where source_id = ${before?.id}::text`.execute(ctx.tx);
  },
});

interface TemplateRow {
  id: string;
  username: string;
  secret_type: string;
  secret: string | null;
  privileged: boolean;
  is_active: boolean;
  comment: string;
}

/** A new account takes everything from its template, whatever else the request said. */
export async function applyTemplate(ctx: Context, values: Values): Promise<void> {
  const { rows } = await sql<TemplateRow & { name: string; su_username: string | null; su_type: string | null; su_enabled: boolean }>`
    select x.id, x.name, x.username, x.secret_type, x.secret, x.privileged, x.is_active, x.comment,
      f.username as su_username, f.secret_type as su_type,
      coalesce((select p.su_enabled from assets a join platforms p on p.id = a.platform_id where a.id = ${values.asset}), false) as su_enabled
    from account_templates x left join account_templates f on f.id = x.su_from_id
    where x.id = ${values.template} and x.org_id = ${values.org_id}`.execute(ctx.tx);
  const found = rows[0];
  if (!found) throw InvalidInput.on('template', 'does_not_exist', { value: String(values.template) });
  const { su_username, su_type, su_enabled, id, secret: sealed, ...copied } = found;
  Object.assign(values, copied, { source: 'template', source_id: id });
  if (sealed) values.secret = ctx.secrets.open(sealed);
  if (!su_enabled || su_username === null) return;
  const { rows: from } = await sql<{ id: string }>`
    select id from accounts where asset_id = ${values.asset} and username = ${su_username} and secret_type = ${su_type} limit 1`.execute(
    ctx.tx,
  );
  if (from[0]) values.su_from = from[0].id;
}
