import { InvalidInput } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import { type BodyOf, boolean, type Context, can, insert, type Kernel, type Route, readBody, reference, text } from '@postern/resource';
import { rowsNamed } from '../../platform/fields.ts';
import { creation } from '../../platform/routes/creation.ts';
import { answerShape, WORDS } from '../../platform/shown.ts';
import { createAccount } from '../accounts/index.ts';
import { asset } from '../assets/index.ts';
import { recordHostKey } from '../connection-tokens/index.ts';
import { letIn } from '../permissions/index.ts';
import { platform } from '../platforms/index.ts';
import { LOGIN_FIELDS, plainSecret } from './machine.fields.ts';
import { lookAtMadeKey, takeMadeKey } from './made-keys.ts';

const MOST_PEOPLE = 200;
const BODY = {
  name: text({ label: WORDS.name, required: true, max: 128 }),
  platform: reference('platform', { label: words('Platform', '平台', 'プラットフォーム'), required: true }),
  ...LOGIN_FIELDS,
  /** More machines follow that get the key which was made: it is copied, and not moved. */
  keep_key: boolean({ label: words('Keep the key for more machines', '保留密钥用于其他机器', '鍵をほかのマシンにも使う'), default: false }),
  users: rowsNamed('user', words('Users', '用户', 'ユーザー'), MOST_PEOPLE, { required: false }),
  user_groups: rowsNamed('usergroup', words('User groups', '用户组', 'ユーザーグループ'), MOST_PEOPLE, { required: false }),
  /** The key that the machine showed when the login was tried. */
  host_key_type: text({ label: WORDS.type, max: 64, default: '', blank: true }),
  host_key: text({ label: words('Fingerprint', '指纹', 'フィンガープリント'), max: 128, default: '', blank: true }),
};
type Body = BodyOf<typeof BODY>;

const FINGERPRINT = /^SHA256:[\w+/]{43}$/;
const KEY_TYPE = /^[\w@.-]{1,64}$/;
const PRIVILEGED = new Set(['root', 'administrator']);

async function pinShown(ctx: Context, id: string, { address, port, host_key_type: type, host_key: fingerprint }: Body): Promise<void> {
  if (fingerprint === '') return;
  if (!FINGERPRINT.test(fingerprint) || !KEY_TYPE.test(type)) throw InvalidInput.on('host_key', 'invalid_fingerprint');
  await recordHostKey(ctx, { asset: id, address, port, type, fingerprint });
}

/** Machine, login and who may use it: all of it, or none. */
async function addMachine(kernel: Kernel, ctx: Context, body: Body) {
  const host = kernel.byName('host');
  const { name, address, port, username, secret_type } = body;
  const given = { name, address, platform: body.platform, protocols: [{ name: 'ssh', port }] };
  const row = await insert(host, ctx, readBody(host, ctx, given, { verb: 'create', partial: false }), given);
  const id = String(row.id);
  const login = { name: username, username, secret_type, privileged: PRIVILEGED.has(username.toLowerCase()), asset: id };
  await createAccount(kernel, ctx, login, await plainSecret(ctx, body, body.keep_key ? lookAtMadeKey : takeMadeKey));
  await pinShown(ctx, id, body);
  if (body.users.length > 0 || body.user_groups.length > 0)
    await letIn(kernel, ctx, { asset: { id, name }, users: body.users, groups: body.user_groups, accounts: [username] });
  return { id, name, org_id: String(row.org_id) };
}

/** `POST /hosts/guided/` (docs/wire/assets.md#adding-a-machine). */
export const addMachineRoute: Route = creation({
  path: '/api/v1/assets/hosts/guided/',
  name: 'assets.host.guided',
  who: can('assets.add_asset', 'accounts.add_account'),
  rows: { of: [asset, platform] },
  body: BODY,
  bodyLimit: 131_072,
  answer: answerShape(
    {
      type: 'object',
      properties: { id: { type: 'string' }, name: { type: 'string' }, org_id: { type: 'string' } },
      required: ['id', 'name', 'org_id'],
    },
    'MachineAdded',
  ),
  errors: ['permission_denied'],
  create: (ctx, { body, kernel }) => addMachine(kernel, ctx, body),
});
