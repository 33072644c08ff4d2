import { addressOf } from '@postern/client/api';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { PasswordInput } from '../../fields/PasswordInput.tsx';
import { PhoneInput } from '../../fields/PhoneInput.tsx';
import { passwordProblems, readPolicy } from '../../fields/password-policy.ts';
import { useIdentityCheck } from '../../screens/confirm/useIdentityCheck.tsx';
import type { Condition } from '../../screens/form/condition.ts';
import type { FormDefinition } from '../../screens/form/form-definition.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { useAuth, useOrg, usePublicSettings } from '../../session/auth.tsx';
import { CHOICES } from '../choices.ts';
import { RESOURCES } from '../resources.ts';
import { localSwitch } from '../shared-fields.ts';

/** What is the same wherever the person is a member. */
const PERSONAL = ['name', 'username', 'email', 'source', 'mfa_level', 'is_active', 'date_expired', 'from_outside', 'wechat', 'comment'];
/** Days that somebody gets who is marked as from outside, until whoever fills the form in says otherwise. */
const OUTSIDE_DAYS = 30;
const DAY_MS = 86_400_000;

/** Somebody who also belongs to organisations that this administrator does not manage. */
const isShared = (user: Record<string, unknown> | undefined): boolean => user?.is_manageable === false;

/**
 * Create or update a user (docs/behaviour/people.md#form-of-a-person). Unlike elsewhere a hidden secret is not sent: a password typed before the
 * source changed would be set. Whether the password must be changed is sent though hidden, since a PUT without it takes it back
 * (docs/wire/conventions.md#what-a-put-resets); of a person without a password here it means nothing.
 */
export function UserForm() {
  const { t } = useTranslation(['features', 'screens']);
  const { id } = useParams();
  // Of somebody who is there already a password, a key and a mail address are ways in (docs/decisions/0181, docs/decisions/0190).
  const { proved, dialog } = useIdentityCheck();
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const local: Condition = { field: 'source', is: 'local' };
  const settings = usePublicSettings();
  // A link by mail is offered where one can be sent.
  const byMail = settings.MAIL_SET_UP === true;
  const byHand: Condition = { field: 'password_strategy', is: 'custom' };
  const creating: Condition = byMail ? { all: [local, byHand] } : local;
  const withPassword: Condition = id === undefined ? creating : { all: [local, { field: 'set_password', is: true }] };
  const policy = readPolicy(settings.PASSWORD_RULE, false);
  const definition: FormDefinition = {
    resource: RESOURCES.user,
    id,
    groups: [
      { title: t('users.account'), fields: ['name', 'username', 'email', 'groups'] },
      {
        title: t('users.authentication'),
        purpose: t('users.authenticationPurpose'),
        fields: [
          'source',
          'password_strategy',
          'set_password',
          'password',
          'need_update_password',
          'set_public_key',
          'public_key',
          'mfa_level',
        ],
      },
      { title: t('users.security'), fields: ['system_roles', 'org_roles', 'is_active', 'from_outside', 'sponsor', 'date_expired'] },
      { title: t('users.other'), fields: ['phone', 'wechat', 'comment'] },
    ],
    initial: { need_update_password: true, is_active: true, source: 'local', password_strategy: byMail ? 'email' : 'custom' },
    secrets: ['password'],
    proved,
    notice: (user) => (user.is_manageable === false ? t('users.shared') : undefined),
    fields: {
      ...Object.fromEntries(PERSONAL.map((name) => [name, { disabled: isShared }])),
      groups: { disabled: isRoot, props: { url: addressOf('groups', 'list', { fields_size: 'mini', order: 'name' }) } },
      password_strategy: { only: 'create', has: byMail, required: true, shown: local },
      set_password: { ...localSwitch(t('users.setPassword')), disabled: isShared, only: 'update', shown: { field: 'source', is: 'local' } },
      password: {
        Input: PasswordInput,
        props: { policy },
        ...(id === undefined ? {} : { help: t('users.passwordEnds') }),
        shown: withPassword,
        dropHidden: true,
        required: true,
        check: (value) => (passwordProblems(String(value ?? ''), policy).length > 0 ? t('screens:password.weak') : undefined),
      },
      need_update_password: { shown: withPassword, disabled: isShared },
      set_public_key: { ...localSwitch(t('users.setPublicKey')), disabled: isShared, only: 'update' },
      public_key: { only: 'update', shown: { field: 'set_public_key', is: true }, dropHidden: true },
      system_roles: { disabled: isShared, props: { url: addressOf('systemRoles') }, has: can('rbac.add_systemrolebinding') },
      org_roles: {
        props: { url: CHOICES.orgRoles },
        required: true,
        has: can('rbac.add_orgrolebinding') && !isRoot && settings.XPACK_LICENSE_IS_VALID === true,
        help: t('users.orgRolesHelp'),
      },
      sponsor: { shown: { field: 'from_outside', is: true }, disabled: isShared, required: true },
      phone: { Input: PhoneInput, disabled: isShared },
    },
    // An account of seventy years is not what is meant by somebody who comes for a while.
    follow: ({ from_outside: outside }, { touched }) =>
      outside === true && !touched('date_expired') ? { date_expired: new Date(Date.now() + OUTSIDE_DAYS * DAY_MS).toISOString() } : {},
    load: (user, _mode, cloning) => (cloning ? { ...user, groups: [], username: '', email: '' } : user),
    prepare: ({ need_update_password, ...values }, mode) => ({
      ...values,
      ...(values.source === 'local' ? { need_update_password } : {}),
      ...(mode === 'create' && !byMail ? { password_strategy: 'custom' } : {}),
      ...(isEmptyPhone(values.phone) ? { phone: '' } : {}),
    }),
  };
  return (
    <>
      <ResourceForm definition={definition} />
      {dialog}
    </>
  );
}

const isEmptyPhone = (phone: unknown): boolean => typeof phone === 'object' && phone !== null && 'phone' in phone && phone.phone === '';
