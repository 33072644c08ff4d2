import { useRefusals } from '../../session/useRefusals.ts';
import './applets.css';
import { addressOf } from '@postern/client/api';
import { EmptyState, StatusTag, Surface } from '@postern/ui';
import { Alert } from 'antd';
import { Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import { saveFile } from '../../data/save-file.ts';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { relatedName } from '../../model/metadata.ts';
import { toggleAction } from '../../screens/detail/QuickActions.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { useAuth } from '../../session/auth.tsx';
import { http } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';
import { type Applet, pictureOf } from './applets.ts';
import { PublicationTable } from './PublicationTable.tsx';

const RichText = onDemand(() => import('../../fields/RichText.tsx').then((module) => module.RichText));
const UploadDialog = onDemand(() => import('./UploadDialog.tsx').then((module) => module.UploadDialog));

const FACTS = [
  'name',
  'version',
  'author',
  'type',
  'edition',
  'can_concurrent',
  'protocols',
  'tags',
  'date_created',
  'date_updated',
  'created_by',
  'comment',
];

async function download({ id, name }: Applet): Promise<void> {
  const { blob, filename } = await http.download(addressOf('applets', 'download', String(id)));
  saveFile(filename || `${name}.zip`, blob);
}

/** One application: what its package says, and on which hosts it is (docs/behaviour/settings.md#remote-applications). */
export function AppletDetail() {
  const { t } = useTranslation(['applets', 'noun']);
  const { can } = useAuth();
  const { without } = useRefusals();
  const [uploading, setUploading] = useState(false);
  const mayChange = can('terminal.change_applet');
  return (
    <DetailPage<Applet>
      resource={RESOURCES.applet}
      global
      update={false}
      titleOf={(applet) => applet.display_name}
      facts={(applet) => (
        <>
          <img src={pictureOf(applet)} alt="" width={24} height={24} />
          <StatusTag boxed tone={applet.is_active ? 'success' : 'neutral'}>
            {t(applet.is_active ? 'active' : 'inactive')}
          </StatusTag>
          <span>{applet.version}</span>
          <span>{relatedName(applet.type)}</span>
        </>
      )}
      basic={{
        fields: FACTS,
        cells: { protocols: (applet) => <TagsCell value={applet.protocols} />, tags: (applet) => <TagsCell value={applet.tags} /> },
        above: () => <Alert type="info" showIcon title={t('notYet')} />,
        below: (applet) => <Readme text={applet.readme ?? ''} />,
        actions: (applet, detail) => [
          toggleAction(detail, 'is_active', { title: t('active'), refused: without('terminal.change_applet') }),
          {
            id: 'upload',
            title: t('version.title'),
            verb: t('version.verb'),
            icon: <FileUp size={14} />,
            shown: mayChange && can('terminal.add_applet'),
            run: () => setUploading(true),
          },
          {
            id: 'download',
            title: t('package.title'),
            verb: t('package.verb'),
            icon: <Download size={14} />,
            run: () => download(applet),
          },
        ],
      }}
      tabs={(applet) => [
        {
          name: 'Hosts',
          title: t('noun:appletHost.title'),
          permissions: ['terminal.view_applethost'],
          render: () => <PublicationTable of="applet" id={String(applet.id)} />,
        },
      ]}
    >
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
    </DetailPage>
  );
}

/** The words that came with the package: somebody else's, as Markdown, cleaned. */
function Readme({ text }: { text: string }) {
  const { t } = useTranslation('applets');
  return (
    <Surface title={t('readme')}>
      {text.trim() === '' ? <EmptyState title={t('noReadme')} text={t('noReadmeText')} /> : <RichText markdown={text} />}
    </Surface>
  );
}
