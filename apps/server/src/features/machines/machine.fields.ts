import { text as words } from '@postern/contract/text';
import { type BodyOf, integer, labelled, secret, text } from '@postern/resource';
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
  secret: secret({ label: words('Secret', '密文', 'シークレット'), required: true, nullable: false, blank: false }),
  passphrase: secret({ label: words('Passphrase', '密钥密码', 'パスフレーズ'), max: 512 }),
};

/** The secret as machines are shown it: a key without its passphrase. @throws InvalidInput under `secret` */
export const plainSecret = ({ secret_type, secret, passphrase }: BodyOf<typeof LOGIN_FIELDS>): string =>
  secret_type === 'ssh_key' ? readPrivateKey(secret ?? '', passphrase ?? undefined).pem : (secret ?? '');
