import { StatusTag } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { choiceValue, relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { useUnless } from '../../session/useRefusals.ts';
import { AssetTable } from '../assets/AssetTable.tsx';
import { RESOURCES } from '../resources.ts';
import { PlatformAutomation } from './PlatformAutomation.tsx';

interface Platform extends Row {
  name: string;
  internal: boolean;
}

export function PlatformDetail() {
  const { t } = useTranslation(['features', 'assets']);
  const unless = useUnless();
  return (
    <DetailPage<Platform>
      resource={RESOURCES.platform}
      global
      update={(platform) => unless(!platform.internal, 'refused:builtIn')}
      updateTo={({ id, type, category }) =>
        `${RESOURCES.platform.path}/${id}/update?type=${String(choiceValue(type))}&category=${String(choiceValue(category))}`
      }
      delete={(platform) => unless(!platform.internal, 'refused:builtIn')}
      facts={(platform) => (
        <>
          {platform.internal && (
            <StatusTag tone="info" boxed>
              {t('platforms.internal')}
            </StatusTag>
          )}
          <span>{relatedName(platform.category)}</span>
          <span>{relatedName(platform.type)}</span>
        </>
      )}
      basic={{
        exclude: ['automation', 'custom_fields', 'internal'],
        cells: { protocols: (platform) => <TagsCell value={platform.protocols} /> },
      }}
      tabs={(platform, detail) => [
        {
          name: 'Assets',
          title: t('platforms.assets'),
          permissions: ['assets.view_asset'],
          render: () => <AssetTable query={{ platform: String(platform.id) }} />,
        },
        {
          name: 'Automation',
          title: t('assets:automation.title'),
          hidden: choiceValue(platform.category) === 'custom',
          render: () => <PlatformAutomation platform={platform} onSaved={() => void detail.refresh()} />,
        },
      ]}
    />
  );
}
