import { StatusTag } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { choiceValue, relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import { AssetTable } from '../assets/AssetTable.tsx';
import { RESOURCES } from '../resources.ts';
import { PlatformAutomation } from './PlatformAutomation.tsx';

interface Platform extends Row {
  name: string;
  internal: boolean;
}

export function PlatformDetail() {
  const { t } = useTranslation(['features', 'screens', 'assets']);
  const { id = '' } = useParams();
  return (
    <ResourceDetail<Platform>
      definition={{
        resource: RESOURCES.platform,
        id,
        global: true,
        update: (platform) => !platform.internal,
        updateTo: (platform) =>
          `${RESOURCES.platform.path}/${id}/update?type=${String(choiceValue(platform.type))}&category=${String(choiceValue(platform.category))}`,
        delete: (platform) => !platform.internal,
        facts: (platform) => (
          <>
            {platform.internal && (
              <StatusTag tone="info" boxed>
                {t('platforms.internal')}
              </StatusTag>
            )}
            <span>{relatedName(platform.category)}</span>
            <span>{relatedName(platform.type)}</span>
          </>
        ),
        tabs: (platform, detail) => [
          {
            name: 'Detail',
            title: t('screens:detail.basic'),
            render: () => (
              <AutoCard
                url={RESOURCES.platform.url}
                row={platform}
                title={t('screens:detail.basic')}
                exclude={['automation', 'custom_fields', 'internal']}
                cells={{ protocols: (row) => <TagsCell value={row.protocols} /> }}
              />
            ),
          },
          {
            name: 'Assets',
            title: t('platforms.assets'),
            permissions: ['assets.view_asset'],
            render: () => <AssetTable query={{ platform: id }} />,
          },
          {
            name: 'Automation',
            title: t('assets:automation.title'),
            hidden: choiceValue(platform.category) === 'custom',
            render: () => <PlatformAutomation platform={platform} onSaved={() => void detail.refresh()} />,
          },
        ],
      }}
    />
  );
}
