import { Button } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert, Dropdown } from 'antd';
import { ChevronDown, PlugZap, Plus, Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { useMetadata } from '../../data/useMetadata.ts';
import { Nothing } from '../../fields/Nothing.tsx';
import { choiceValue, writableFields } from '../../model/metadata.ts';
import { type Row, right } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { useRefusals, useUnless } from '../../session/useRefusals.ts';
import { isBuiltIn, isBuiltInType, STORAGES, type StorageKind, updatePath } from './storage-kinds.ts';
import { useStorageTest } from './useStorageTest.tsx';

/** How many components are asked for; an installation has a handful. */
const COMPONENTS = { limit: 200, offset: 0 } as const;

/** Components that put what they have into this one; revoked ones put nothing anywhere. */
function UsersCell({ kind, row }: { kind: StorageKind; row: Row }) {
  const { field, resource } = STORAGES[kind];
  const components = useQuery({
    // Asked again with the list: another default has components follow.
    queryKey: ['list', resource.url, ...keyOf('terminals', 'list', COMPONENTS)],
    queryFn: ({ signal }) => client.terminals.list(COMPONENTS, { signal }),
    retry: false,
  });
  const users = components.data?.results.filter((one) => one[field] === row.name && choiceValue(one.standing) !== 'revoked') ?? [];
  const names = users.map(({ name }) => name).join(', ');
  return names === '' ? <Nothing /> : <span title={names}>{names}</span>;
}

/** Storages of recordings, or of commands (docs/behaviour/settings.md#terminal). A new one begins with the choice of its type. */
export function StorageList({ kind }: { kind: StorageKind }) {
  const { t } = useTranslation('features');
  const { can } = useAuth();
  const { without, unless } = useRefusals();
  const { resource, group } = STORAGES[kind];
  const test = useStorageTest(kind);
  const progress = kind === 'replay' ? ['waiting', 'last_error'] : [];
  const users = can('terminal.view_terminal') ? ['components'] : [];
  return (
    <>
      <Alert type="info" showIcon title={t(`storages.hint.${kind}`)} className="s-alert" />
      <ResourceList
        definition={{
          resource,
          empty: t('belongs.storages'),
          next: can(right(resource, 'add')) ? <CreateMenu kind={kind} /> : undefined,
          global: true,
          linkTo: false,
          create: false,
          toolbar: can(right(resource, 'add')) && <CreateMenu kind={kind} />,
          exclude: ['meta'],
          extra: users,
          defaults: ['name', 'type', 'is_default', ...progress, ...users, 'comment'],
          min: ['name'],
          facts: ['type', kind === 'replay' ? 'last_error' : 'is_default'],
          cells: {
            name: { width: 140 },
            type: { width: 120 },
            is_default: { width: 92 },
            waiting: { width: 96, sortable: false },
            last_error: { width: 190, sortable: false },
            comment: { width: 140 },
            components: { title: t('storages.users'), width: 150, sortable: false, render: (row) => <UsersCell kind={kind} row={row} /> },
          },
          update: (row) => unless(!isBuiltIn(row), 'refused:builtIn'),
          updateTo: (row) => updatePath(kind, row),
          delete: (row) => unless(!isBuiltIn(row), 'refused:builtIn') || unless(row.is_default !== true, 'refused:default'),
          clone: false,
          bulkDelete: false,
          selectable: false,
          transfer: false,
          rowActions: [
            { id: 'test', label: t('storages.test'), icon: <PlugZap size={14} />, run: test.run },
            {
              id: 'default',
              label: t('storages.makeDefault'),
              icon: <Star size={14} />,
              refused: (row) =>
                without(right(resource, 'change')) ||
                unless(row.is_default !== true, 'refused:already') ||
                unless(choiceValue(row.type) !== 'null', 'refused:builtIn'),
              confirm: (row) => ({
                title: t('storages.defaultTitle', { name: row.name }),
                text: t(`storages.follow.${kind}`),
                verb: t('storages.makeDefault'),
              }),
              run: ({ id }) => client[group].partialUpdate(String(id), { is_default: true }),
              done: t('storages.defaultDone'),
            },
          ],
        }}
      />
      {test.dialog}
    </>
  );
}

function CreateMenu({ kind }: { kind: StorageKind }) {
  const { t } = useTranslation(['screens', 'features']);
  const unless = useUnless();
  const navigate = useNavigate();
  const { resource } = STORAGES[kind];
  const metadata = useMetadata(resource.url);
  const types = (writableFields(metadata.data, 'POST')?.type?.choices ?? []).filter(({ value }) => !isBuiltInType(value));
  const items = types.map(({ value, label }) => ({ key: String(value), label }));
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => navigate(`${resource.path}/create?type=${key}`) }}>
      <Button
        type="primary"
        icon={<Plus size={16} />}
        locked={metadata.isPending}
        refused={!metadata.isPending && unless(items.length > 0, 'refused:noKinds')}
      >
        {t('list.create', { noun: t(`noun:${resource.noun}.one`) })} <ChevronDown size={14} aria-hidden />
      </Button>
    </Dropdown>
  );
}
