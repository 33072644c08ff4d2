import { addressOf } from '@postern/client/api';
import { PLATFORM_LINUX } from '@postern/contract/ids';
import { choiceValue, relatedIds } from '../../model/metadata.ts';
import type { Values } from '../../model/values.ts';
import type { FormDefinition } from '../../screens/form/form-definition.ts';
import { secretSpec } from '../accounts/secret-spec.ts';
import { CHOICES } from '../choices.ts';
import { RESOURCES } from '../resources.ts';
import { localInfo } from '../shared-fields.ts';
import { userLabel } from '../shared-labels.ts';
import { type Amount, HowMany } from './HowMany.tsx';
import { LoginTest } from './LoginTest.tsx';
import { MadeKey } from './MadeKey.tsx';
import { tokenOf } from './made-key.ts';
import { REACHED } from './reached.ts';

export interface Around {
  /** A word of the namespace `machine`. */
  t: (key: string) => string;
  can: (needed: string) => boolean;
  /** Who adds it: the first who may use it. */
  me: { id: string; name: string; username: string };
}

const LETS_IN = 'perms.add_assetpermission';

/** What follows from what is typed: a name of the address until it has its own, and no key of a place that is another one now. */
function follow(changed: Values, { touched }: { touched: (name: string) => boolean }): Values {
  return {
    ...(changed.address !== undefined && !touched('name') ? { name: changed.address } : {}),
    ...(changed.address !== undefined || changed.port !== undefined ? { host_key: '' } : {}),
  };
}

/** What the test has seen is kept as `type fingerprint`, and sent as two; a key that was made here is sent by its name alone. */
function withKeys({ host_key, made_key, ...values }: Values): Values {
  const [type = '', fingerprint = ''] = typeof host_key === 'string' ? host_key.split(' ') : [];
  const made = tokenOf(made_key);
  return {
    ...values,
    ...(fingerprint ? { host_key_type: type, host_key: fingerprint } : {}),
    ...(made ? { made_key: made } : {}),
  };
}

/** Nothing is typed where the key was made here. */
const isTyped = ({ secret_type, made_key }: Values): boolean => choiceValue(secret_type) !== 'ssh_key' || tokenOf(made_key) === '';
const isTypedKey = (values: Values): boolean => choiceValue(values.secret_type) === 'ssh_key' && isTyped(values);

/** Whether any of these, a person and their groups, is among those who may use it. */
export const letsIn = ({ users, user_groups }: Values, mine: readonly string[]): boolean =>
  [...relatedIds(users), ...relatedIds(user_groups)].some((one) => mine.includes(String(one)));

/** Address, login, test and who may use it, on one page (docs/behaviour/assets.md#adding-a-machine). */
export function machineForm({ t, can, me }: Around, amount: Amount): Omit<FormDefinition, 'onSaved'> {
  const people = can(LETS_IN) ? [{ title: t('who'), purpose: t('whoPurpose'), fields: ['users', 'user_groups'] }] : [];
  const spec = secretSpec(t('secret'));
  return {
    resource: RESOURCES.host,
    url: addressOf('hosts', 'guided'),
    title: t('title'),
    listTo: RESOURCES.asset.path,
    saveAndAdd: false,
    groups: [
      { title: t('where'), fields: ['amount', 'address', 'port', 'name', 'platform'] },
      {
        title: t('login'),
        purpose: t('loginPurpose'),
        fields: ['username', 'secret_type', 'secret', 'passphrase', 'made_key', 'host_key'],
      },
      ...people,
    ],
    initial: {
      port: 22,
      platform: { id: PLATFORM_LINUX, name: 'Linux' },
      secret_type: 'password',
      ...(can(LETS_IN) ? { users: [me] } : {}),
    },
    follow,
    prepare: withKeys,
    secrets: ['secret', 'passphrase'],
    link: (saved) => `${RESOURCES.asset.path}/${String(saved.id)}`,
    fields: {
      amount: { Input: HowMany, info: localInfo(t('number'), 'string'), local: true, props: { amount } },
      secret: { ...spec.secret, required: true, shown: isTyped, dropHidden: true },
      passphrase: { ...spec.passphrase, shown: isTypedKey },
      made_key: {
        Input: MadeKey,
        info: localInfo(t('madeKey'), 'string'),
        help: t('madeKeyHelp'),
        shown: { field: 'secret_type', is: 'ssh_key' },
        dropHidden: true,
      },
      address: { help: t('addressHelp'), rules: ['noEmoji'] },
      name: { rules: ['noEmoji'] },
      platform: { props: { url: addressOf('platforms', 'list', REACHED) } },
      host_key: {
        Input: LoginTest,
        info: localInfo(t('test'), 'string'),
        has: can('assets.test_assetconnectivity'),
        props: (login) => ({ login }),
      },
      users: { props: { url: CHOICES.users, labelOf: userLabel }, has: can(LETS_IN) },
      user_groups: { props: { url: CHOICES.groups }, has: can(LETS_IN) },
    },
  };
}
