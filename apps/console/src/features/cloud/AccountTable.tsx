import { providerName } from '@postern/contract/cloud';
import { Button, StatusTag } from '@postern/ui';
import { Dropdown } from 'antd';
import { ChevronDown, PlugZap, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMetadata } from '../../data/useMetadata.ts';
import { Nothing } from '../../fields/Nothing.tsx';
import { choiceValue, writableFields } from '../../model/metadata.ts';
import { type Row, right } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';
import { MAY_TEST, testAccount } from './cloud-calls.ts';

const { cloudAccount } = RESOURCES;

export const accountFormPath = (row: Row): string => `${cloudAccount.path}/${row.id}/update?provider=${String(choiceValue(row.provider))}`;

/** Whether the last test or run could log in; nothing before there was one. */
export function ValidityCell({ value }: { value: unknown }) {
  const { t } = useTranslation('cloud');
  if (typeof value !== 'boolean') return <Nothing />;
  return <StatusTag tone={value ? 'success' : 'danger'}>{t(value ? 'account.valid' : 'account.invalid')}</StatusTag>;
}

/** Logins at clouds; a new one begins with the choice of the provider. */
export function AccountTable() {
  const { t } = useTranslation('cloud');
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const { without, inRoot } = useRefusals();
  return (
    <ResourceList
      definition={{
        resource: cloudAccount,
        create: false,
        toolbar: can(right(cloudAccount, 'add')) && <CreateMenu />,
        exclude: ['attrs'],
        defaults: ['name', 'provider', 'validity', 'comment', 'date_created'],
        min: ['name'],
        facts: ['provider', 'validity'],
        cells: { provider: { width: 160 }, validity: { width: 110, Cell: ValidityCell } },
        updateTo: accountFormPath,
        clone: false,
        bulkDelete: false,
        selectable: false,
        transfer: false,
        rowActions: [
          {
            id: 'test',
            label: t('account.test'),
            icon: <PlugZap size={14} />,
            refused: () => inRoot || without(MAY_TEST),
            run: ({ id }) => testAccount(id),
            done: t('account.works'),
          },
        ],
        empty: t('account.empty'),
        next: can(right(cloudAccount, 'add')) && !isRoot ? <CreateMenu /> : undefined,
      }}
    />
  );
}

/** Which cloud the new login is for, those of the public and of one's own apart. */
function CreateMenu() {
  const { t } = useTranslation(['cloud', 'screens', 'features']);
  const { inRoot, unless } = useRefusals();
  const navigate = useNavigate();
  const metadata = useMetadata(cloudAccount.url);
  const choices = writableFields(metadata.data, 'POST')?.provider?.choices ?? [];
  const items = (['public', 'private'] as const).flatMap((group) => {
    const members = choices.filter(({ value }) => providerName(String(value))?.group === group);
    if (members.length === 0) return [];
    return [
      {
        type: 'group' as const,
        key: group,
        label: t(`group.${group}`),
        children: members.map(({ value, label }) => ({ key: String(value), label })),
      },
    ];
  });
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => navigate(`${cloudAccount.path}/create?provider=${key}`) }}>
      <Button
        type="primary"
        icon={<Plus size={16} />}
        locked={metadata.isPending}
        refused={inRoot || (!metadata.isPending && unless(items.length > 0, 'refused:noKinds'))}
      >
        {t('screens:list.create', { noun: t('noun:cloudAccount.one') })} <ChevronDown size={14} aria-hidden />
      </Button>
    </Dropdown>
  );
}
