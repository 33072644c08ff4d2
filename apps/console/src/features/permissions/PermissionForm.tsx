import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { relatedIds } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import type { Values } from '../../model/values.ts';
import type { FormDefinition } from '../../screens/form/form-definition.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { CheckEffect } from '../access/CheckEffect.tsx';
import { CHOICES } from '../choices.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { assetLabel, nodeLabel, userLabel } from '../shared-labels.ts';
import { AccountsInput } from './AccountsInput.tsx';
import { wireAccounts } from './account-choice.ts';
import { ALIASES } from './account-words.ts';
import { GrantNote } from './GrantNote.tsx';
import { useWideGrant } from './useWideGrant.tsx';

/** Let people onto assets: who, what, with which accounts, to do what, until when (docs/behaviour/permissions.md#form-of-a-permission). */
export function PermissionForm() {
  const { t } = useTranslation('features');
  const { id } = useParams();
  const [params] = useSearchParams();
  const wide = useWideGrant(id);
  const from = (key: string) => (params.get(key) ? [params.get(key)] : []);
  const definition: FormDefinition = {
    resource: RESOURCES.permission,
    id,
    groups: [
      { title: t('permissions.basic'), fields: ['name'] },
      { title: t('permissions.who'), purpose: t('permissions.whoPurpose'), fields: ['users', 'user_groups'] },
      { title: t('permissions.what'), purpose: t('permissions.whatPurpose'), fields: ['assets', 'nodes'] },
      { title: t('permissions.how'), purpose: t('permissions.howPurpose'), fields: ['accounts', 'actions', 'forward_to', 'recording'] },
      { title: t('permissions.when'), fields: ['is_active', 'date_start', 'date_expired', 'comment'] },
    ],
    initial: {
      accounts: [ALIASES.ALL],
      actions: ['all'],
      is_active: true,
      users: [],
      user_groups: [],
      assets: from('asset_id'),
      nodes: from('node_id'),
    },
    fields: {
      users: { props: { url: CHOICES.users, labelOf: userLabel } },
      user_groups: { props: { url: CHOICES.groups } },
      assets: { props: { url: CHOICES.assets, labelOf: assetLabel } },
      nodes: { props: { url: CHOICES.nodes, labelOf: nodeLabel } },
      accounts: { Input: AccountsInput, props: (values: Values) => ({ assets: relatedIds(values.assets).map(String) }) },
      forward_to: {
        shown: ({ actions }) =>
          Array.isArray(actions) && actions.some((one) => (typeof one === 'object' ? (one as Row).value : one) === 'forward'),
      },
      date_expired: {
        check: (value, values) =>
          typeof value === 'string' && typeof values.date_start === 'string' && Date.parse(value) < Date.parse(values.date_start)
            ? t('permissions.datesOrder')
            : undefined,
      },
    },
    prepare: (values) => ({ ...values, accounts: wireAccounts(values.accounts) }),
    note: (values) => <GrantNote values={values} />,
    before: wide.before,
    actions: (draft) => <CheckEffect resource="assetpermission" id={id} form={draft} />,
    // What was created is opened: its people and assets are worth a look.
    next: (saved, mode) => (mode === 'create' ? pageOf('permission', String(saved.id)) : RESOURCES.permission.path),
  };
  return (
    <>
      <ResourceForm definition={definition} />
      <Suspense>{wide.dialog}</Suspense>
    </>
  );
}
