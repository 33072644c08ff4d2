import { SECRET_TYPE_LABELS, SECRET_TYPES } from '@postern/contract/protocols';
import { text as words } from '@postern/contract/text';
import { computed, derived, eb, input, labelled, reference, secret } from '@postern/resource';
import { KEY_INFO } from './ssh-key.ts';

/** Fields of what holds the secret of a login: an account, and a template of accounts. */

export const secretTypeChoices = SECRET_TYPES.map((value) => ({ value, label: SECRET_TYPE_LABELS[value] }));

/** The secret itself, encrypted, and what is told of it. */
export const secretParts = (found: { filter?: true } = {}) => ({
  secret_type: labelled({
    label: words('Secret type', '密文类型', 'シークレットの種類'),
    default: 'password',
    choices: secretTypeChoices,
    ...found,
  }),
  secret: secret({ label: words('Secret', '密文', 'シークレット') }),
  passphrase: input(secret({ label: words('Passphrase', '密钥密码', 'パスフレーズ'), max: 512 })),
  spec_info: computed({ label: words('Specifics', '特有信息', '固有情報'), type: 'json', answered: KEY_INFO }),
});

export const hasSecret = (found: { filter?: true } = {}) =>
  derived({
    label: words('Has secret', '已托管密文', 'シークレットあり'),
    type: 'boolean',
    expression: () => eb('t.secret', 'is not', null),
    ...found,
  });

/** The one of the same kind that is logged in with first. */
export const switchedFrom = (of: 'account' | 'accounttemplate') =>
  reference(of, {
    label: words('Switch from', '切换自', '切り替え元'),
    nullable: true,
    show: ['id', 'name', 'username'],
    onDelete: 'set null',
  });
