import { InvalidInput } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import { type BodyOf, type Context, integer, labelled, secret, text } from '@postern/resource';
import { WORDS } from '../../platform/shown.ts';
import { readPrivateKey, secretTypeChoices } from '../accounts/index.ts';

/** What an SSH server takes. */
const LOG_IN: ReadonlySet<string> = new Set(['password', 'ssh_key']);

/** What an address and a login on it are said with, before either is stored. */
export const LOGIN_FIELDS = {
  address: text({ label: WORDS.address, required: true, max: 767 }),
  port: integer({ label: words('Port', '端口', 'ポート'), min: 1, max: 65_535, default: 22 }),
  username: text({ label: WORDS.username, required: true, max: 128 }),
  secret_type: labelled({
    label: words('Secret type', '密文类型', 'シークレットの種類'),
    default: 'password',
    choices: secretTypeChoices.filter(({ value }) => LOG_IN.has(value)),
  }),
  secret: secret({ label: words('Secret', '密文', 'シークレット'), nullable: false, blank: false }),
  passphrase: secret({ label: words('Passphrase', '密钥密码', 'パスフレーズ'), max: 512 }),
  /** Instead of a key: one that was made here, whose public half is on the machine. */
  made_key: text({ label: words('Key made here', '在此生成的密钥', 'ここで作った鍵'), max: 64, default: '', blank: true }),
};
type Login = Pick<BodyOf<typeof LOGIN_FIELDS>, 'secret_type' | 'secret' | 'passphrase' | 'made_key'>;

/**
 * The secret as machines are shown it: a key without its passphrase.
 *
 * @param made finds the private half of a key that was made here
 * @throws InvalidInput under `secret` or `made_key`
 */
export async function plainSecret(ctx: Context, login: Login, made: (ctx: Context, token: string) => Promise<string>): Promise<string> {
  const { secret_type, secret, passphrase, made_key } = login;
  if (secret_type === 'ssh_key' && made_key !== '') return made(ctx, made_key);
  if (!secret) throw InvalidInput.on('secret', 'required');
  return secret_type === 'ssh_key' ? readPrivateKey(secret, passphrase ?? undefined).pem : secret;
}
