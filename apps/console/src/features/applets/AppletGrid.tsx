import './applets.css';
import { StatusTag } from '@postern/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { RESOURCES } from '../resources.ts';
import { type Applet, pictureOf } from './applets.ts';

const UploadDialog = onDemand(() => import('./UploadDialog.tsx').then((module) => module.UploadDialog));

/** All applications as cards; a new one begins with its package. */
export function AppletGrid() {
  const { t } = useTranslation('applets');
  const [uploading, setUploading] = useState(false);
  return (
    <>
      <ResourceList<Applet>
        definition={{
          resource: RESOURCES.applet,
          hint: t('notYet'),
          global: true,
          create: () => setUploading(true),
          createLabel: t('upload.open'),
          transfer: false,
          update: false,
          bulkDelete: false,
          linkTo: ({ id }) => `${RESOURCES.applet.path}/${id}`,
          card: (applet) => <AppletCard applet={applet} />,
          empty: t('empty'),
        }}
      />
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
    </>
  );
}

function AppletCard({ applet }: { applet: Applet }) {
  const { t } = useTranslation('applets');
  return (
    <div className="applet-card" title={applet.comment}>
      <img src={pictureOf(applet)} alt="" width={40} height={40} loading="lazy" />
      <div>
        <h3>{applet.display_name}</h3>
        <span className="applet-card__version">{applet.version}</span>
        {!applet.is_active && <StatusTag tone="neutral">{t('inactive')}</StatusTag>}
        {applet.comment !== '' && <p>{applet.comment}</p>}
        {applet.tags.length > 0 && <TagsCell value={applet.tags} />}
      </div>
    </div>
  );
}
