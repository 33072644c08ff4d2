import { choiceValue } from '../../model/metadata.ts';
import type { Values } from '../../model/values.ts';
import type { FieldSpec } from '../../screens/form/form-definition.ts';
import { SecretOfType } from './SecretOfType.tsx';

/** Fields of whatever holds a secret: the input follows the type of secret, and only keys have a passphrase. */
export const secretSpec = (label: string): Readonly<Record<'secret' | 'passphrase', FieldSpec>> => ({
  secret: { Input: SecretOfType, label, props: (values: Values) => ({ kind: choiceValue(values.secret_type) }) },
  passphrase: { shown: { field: 'secret_type', is: 'ssh_key' }, dropHidden: true },
});

/** Logins that mean full rights on a machine. */
const FULL_RIGHTS = /^(root|administrator)$/i;

/**
 * What follows from what is typed: the name is the username until that is touched, and a login that means full rights is
 * marked as privileged.
 */
export function followLogin(changed: Values, { touched }: { touched: (name: string) => boolean }): Values {
  const username = changed.username ?? (touched('username') ? undefined : changed.name);
  return {
    ...(changed.name !== undefined && !touched('username') ? { username: changed.name } : {}),
    ...(typeof username === 'string' && FULL_RIGHTS.test(username) ? { privileged: true } : {}),
  };
}
