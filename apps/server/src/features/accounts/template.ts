import { InvalidInput } from '@postern/contract/errors';
import { secretTypesOf } from '@postern/contract/protocols';
import { text as words } from '@postern/contract/text';
import {
  among,
  at,
  type Behaviour,
  boolean,
  type Context,
  comment,
  defineResource,
  eb,
  input,
  rowsOf,
  text,
  uniqueName,
  type Values,
} from '@postern/resource';
import { ofOrganisation } from '../nodes/index.ts';
import { hasSecret, secretParts, switchedFrom } from './secret.fields.ts';
import { recordHistory } from './secret-history.ts';
import { keyInfo, readPrivateKey } from './ssh-key.ts';
import { followTemplate } from './template.queries.ts';

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
    name: uniqueName('org'),
    username: text({ label: words('Username', '用户名', 'ユーザー名'), default: '', blank: true, filter: true, search: true }),
    ...secretParts(),
    su_from: switchedFrom('accounttemplate'),
    comment: comment(),
    has_secret: hasSecret(),
    privileged: boolean({ label: words('Privileged', '特权', '特権') }),
    is_active: boolean({ label: words('Active', '激活', '有効'), default: true }),
    is_sync_account: input(boolean({ label: words('Pass on to its accounts', '同步到其账号', '作成済みアカウントにも反映') })),
  },
  columns: { ssh_fingerprint: 'text' },
  order: 'name',
});

export const templateRows = rowsOf(accountTemplate);

/** Types of secret that logins by these protocols take; of unknown ones passwords alone. */
function byProtocols(_ctx: Context, value: string) {
  const types = new Set<string>(
    value
      .split(',')
      .slice(0, 50)
      .flatMap((name) => secretTypesOf(name.trim())),
  );
  return among(eb.ref('t.secret_type'), types.size > 0 ? [...types] : ['password']);
}

/** The new secret of a template on the accounts that still follow it, each with its history and its audit event. */
async function passOn(ctx: Context, id: string): Promise<void> {
  const rows = await followTemplate(ctx, id);
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

export const templateBehaviour: Behaviour = {
  rows: templateRows,
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
    if (renamed) await ctx.tx.updateTable('accounts').set({ source_id: null }).where('source_id', '=', String(before?.id)).execute();
  },
};

/** A template as accounts are made from it, with the login it switches from. */
const selectTemplate = (ctx: Context, id: string, assetId: string) =>
  ctx.tx
    .selectFrom('account_templates as x')
    .leftJoin('account_templates as f', 'f.id', 'x.su_from_id')
    .select(['x.id', 'x.name', 'x.username', 'x.secret_type', 'x.secret', 'x.privileged', 'x.is_active', 'x.comment'])
    .select(['f.username as su_username', 'f.secret_type as su_type'])
    .select(({ selectFrom }) =>
      selectFrom('assets as a')
        .innerJoin('platforms as p', 'p.id', 'a.platform_id')
        .select('p.su_enabled')
        .where('a.id', '=', assetId)
        .as('su_enabled'),
    )
    .where('x.id', '=', id);

/** A new account takes everything from its template, whatever else the request said. */
export async function applyTemplate(ctx: Context, values: Values): Promise<void> {
  const asset = String(values.asset);
  const found = await selectTemplate(ctx, String(values.template), asset)
    .where(ofOrganisation(String(values.org_id), at('x')))
    .executeTakeFirst();
  if (!found) throw InvalidInput.on('template', 'does_not_exist', { value: String(values.template) });
  const { su_username, su_type, su_enabled, id, secret: encrypted, ...copied } = found;
  Object.assign(values, copied, { source: 'template', source_id: id });
  if (encrypted) values.secret = await ctx.secrets.open(encrypted);
  if (!su_enabled || su_username === null || su_type === null) return;
  const from = await ctx.tx
    .selectFrom('accounts')
    .select('id')
    .where('asset_id', '=', asset)
    .where('username', '=', su_username)
    .where('secret_type', '=', su_type)
    .limit(1)
    .executeTakeFirst();
  if (from) values.su_from = from.id;
}
