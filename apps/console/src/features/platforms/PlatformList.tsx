import { StatusTag } from '@postern/ui';
import { Button, Dropdown } from 'antd';
import { ChevronDown, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Nothing } from '../../fields/Nothing.tsx';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { choiceValue } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { PageTabs } from '../../screens/page/PageTabs.tsx';
import { useAuth } from '../../session/auth.tsx';
import { useUnless } from '../../session/useRefusals.ts';
import { type AssetCategory, useAssetCategories } from '../assets/useAssetCategories.ts';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';

const formQuery = (platform: Row) =>
  new URLSearchParams({ type: String(choiceValue(platform.type)), category: String(choiceValue(platform.category)) });

const CUSTOM = 'custom';

/** Kinds of assets and how each is reached (docs/behaviour/assets.md#platforms). */
export function PlatformList() {
  const { t } = useTranslation(['features', 'assets']);
  const categories = useAssetCategories();
  return (
    <Page title={t('noun:platform.title')}>
      {categories && (
        <PageTabs
          tabs={withCustom(categories, t('assets:customType.tab')).map((category) => ({
            name: category.value,
            title: category.label,
            render: () => <PlatformTable key={category.value} category={category} />,
          }))}
        />
      )}
    </Page>
  );
}

/** The server names the custom category once it has a type; the first platform of one is made here. */
const withCustom = (categories: readonly AssetCategory[], label: string): readonly AssetCategory[] =>
  categories.some(({ value }) => value === CUSTOM) ? categories : [...categories, { value: CUSTOM, label, types: [] }];

function PlatformTable({ category }: { category: AssetCategory }) {
  const { t } = useTranslation('features');
  const { can } = useAuth();
  const unless = useUnless();
  const navigate = useNavigate();
  return (
    <ResourceList
      definition={{
        resource: RESOURCES.platform,
        query: { category: category.value },
        global: true,
        create: category.value === CUSTOM && `${RESOURCES.platform.path}/create?category=${CUSTOM}`,
        bulkDelete: false,
        toolbar: category.value !== CUSTOM && can('assets.add_platform') && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: category.types.map((type) => ({ key: type.value, label: type.label })),
              onClick: ({ key }) => navigate(`${RESOURCES.platform.path}/create?type=${key}&category=${category.value}`),
            }}
          >
            <Button type="primary" icon={<Plus size={16} />}>
              {t('screens:list.create', { ns: 'screens', noun: t('noun:platform.one') })} <ChevronDown size={14} />
            </Button>
          </Dropdown>
        ),
        exclude: ['automation', 'custom_fields'],
        defaults: ['name', 'type', 'protocols', 'internal'],
        min: ['name'],
        facts: ['type', 'internal'],
        cells: {
          protocols: { Cell: TagsCell, width: 320 },
          internal: {
            render: (row) => (row.internal === true ? <StatusTag tone="info">{t('platforms.internal')}</StatusTag> : <Nothing />),
            width: 120,
          },
          domain_enabled: { Cell: WhenTrue },
          su_enabled: { Cell: WhenTrue },
        },
        search: { exclude: ['category'] },
        update: (platform) => unless(platform.internal !== true, 'refused:builtIn'),
        updateTo: (platform) => `${RESOURCES.platform.path}/${platform.id}/update?${formQuery(platform)}`,
        cloneTo: (platform) => `${RESOURCES.platform.path}/create?${formQuery(platform)}&clone_from=${platform.id}`,
        delete: (platform) => unless(platform.internal !== true, 'refused:builtIn'),
        empty: t('platforms.empty'),
      }}
    />
  );
}
