import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { Values } from '../../model/values.ts';
import type { FieldGroup, FieldSpec, FormDefinition } from '../../screens/form/form-definition.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { CheckEffect } from '../access/CheckEffect.tsx';
import { CHOICES } from '../choices.ts';
import { RESOURCES } from '../resources.ts';
import { assetLabel, userLabel } from '../shared-labels.ts';
import { AclAccountsInput } from './AclAccountsInput.tsx';
import { useAssetAttributes, useUserAttributes } from './attributes.ts';
import { MethodsInput } from './MethodsInput.tsx';

/** Where and when, as two fields of the form that travel as one. */
function useOccasion(): Pick<FormDefinition, 'load' | 'prepare' | 'errorAlias'> & { fields: Record<string, FieldSpec>; group: FieldGroup } {
  const { t } = useTranslation('acls');
  const info = (type: 'list' | 'json', label: string) => ({ type, label, required: false, read_only: false, write_only: false });
  return {
    group: { title: t('occasion'), purpose: t('occasionPurpose'), fields: ['ip_group', 'time_period'] },
    fields: {
      ip_group: { widget: 'ipGroup', rules: ['ipGroup'], info: info('list', t('addresses')) },
      time_period: { widget: 'weekTime', info: info('json', t('times')) },
    },
    load: (object) => ({ ...object, ...(object.rules as Values | null) }),
    prepare: ({ ip_group, time_period, ...values }) => ({
      ...values,
      rules: { ip_group: ip_group ?? ['*'], time_period: time_period ?? [] },
    }),
    errorAlias: { rules: 'ip_group' },
  };
}

/** Groups and fields that every rule's form has (docs/behaviour/permissions.md#forms-of-rules). */
function useCommon() {
  const { t } = useTranslation('acls');
  const attributes = useUserAttributes();
  const assetAttributes = useAssetAttributes();
  const fields: Record<string, FieldSpec> = {
    users: { widget: 'many', required: true, props: { url: CHOICES.users, attributes, labelOf: userLabel } },
    assets: { widget: 'many', required: true, props: { url: CHOICES.assets, attributes: assetAttributes, labelOf: assetLabel } },
    accounts: { Input: AclAccountsInput, required: true },
    reviewers: {
      props: { url: CHOICES.users, labelOf: userLabel },
      help: t('reviewersHelp'),
      shown: { field: 'action', in: ['warning', 'review'] },
    },
  };
  return {
    fields,
    who: { title: t('who'), purpose: t('whoPurpose'), fields: ['users'] },
    what: { title: t('what'), purpose: t('whatPurpose'), fields: ['assets', 'accounts'] },
    other: { title: t('other'), fields: ['is_active', 'comment'] },
    basic: { title: t('basic'), fields: ['name', 'priority'] },
    initial: { users: { type: 'all' }, action: 'reject', is_active: true, priority: 50 },
    outcome: (...names: string[]) => ({ title: t('outcome'), fields: names }),
  };
}

export function LoginAclForm() {
  const { id } = useParams();
  const { basic, who, other, outcome, fields, initial } = useCommon();
  const { group, fields: occasion, ...shape } = useOccasion();
  const definition: FormDefinition = {
    resource: RESOURCES.loginAcl,
    id,
    actions: (draft) => <CheckEffect resource="loginacl" id={id} form={draft} />,
    groups: [basic, who, group, outcome('action', 'reviewers'), other],
    fields: { ...fields, ...occasion },
    initial: { ...initial, reviewers: [], ip_group: ['*'], time_period: [] },
    ...shape,
  };
  return <ResourceForm definition={definition} />;
}

export function AssetAclForm() {
  const { id } = useParams();
  const { t } = useTranslation('acls');
  const { basic, who, what, other, outcome, fields, initial } = useCommon();
  const { group, fields: occasion, ...shape } = useOccasion();
  const definition: FormDefinition = {
    resource: RESOURCES.assetAcl,
    id,
    actions: (draft) => <CheckEffect resource="loginassetacl" id={id} form={draft} />,
    groups: [basic, who, what, group, outcome('action', 'reviewers'), other],
    fields: { ...fields, ...occasion, action: { help: t('connectActionHelp') } },
    initial: { ...initial, assets: { type: 'all' }, accounts: ['@ALL'], reviewers: [], ip_group: ['*'], time_period: [] },
    ...shape,
  };
  return <ResourceForm definition={definition} />;
}

export function CommandAclForm() {
  const { id } = useParams();
  const { t } = useTranslation('acls');
  const { basic, who, what, other, outcome, fields, initial } = useCommon();
  const definition: FormDefinition = {
    resource: RESOURCES.commandAcl,
    id,
    actions: (draft) => <CheckEffect resource="commandfilteracl" id={id} form={draft} />,
    groups: [basic, who, what, { title: t('group'), fields: ['command_groups'] }, outcome('action', 'reviewers'), other],
    fields: { ...fields, command_groups: { required: true, props: { url: CHOICES.commandGroups } } },
    initial: { ...initial, assets: { type: 'all' }, accounts: ['@ALL'], command_groups: [], reviewers: [] },
  };
  return <ResourceForm definition={definition} />;
}

export function ConnectAclForm() {
  const { id } = useParams();
  const { t } = useTranslation('acls');
  const { basic, who, other, outcome, fields, initial } = useCommon();
  const definition: FormDefinition = {
    resource: RESOURCES.connectAcl,
    id,
    actions: (draft) => <CheckEffect resource="connectmethodacl" id={id} form={draft} />,
    groups: [basic, who, { title: t('methods'), fields: ['connect_methods'] }, outcome('action'), other],
    fields: {
      ...fields,
      connect_methods: { Input: MethodsInput, required: true, help: t('methodsHelp') },
    },
    initial: { ...initial, connect_methods: [] },
  };
  return <ResourceForm definition={definition} />;
}
