import './applets.css';
import { StatusTag } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRunAction } from '../../data/useRunAction.ts';
import { Dialog } from '../../fields/Dialog.tsx';
import { RemoteSelect } from '../../fields/RemoteSelect.tsx';
import { choiceValue, relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { client } from '../../session/http.ts';
import { useRefusals, useUnless } from '../../session/useRefusals.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { type Applet, pictureOf } from './applets.ts';

const TONES: Readonly<Record<string, 'success' | 'warning' | 'danger' | 'neutral'>> = {
  success: 'success',
  mismatch: 'warning',
  failed: 'danger',
  pending: 'neutral',
};

interface Publication extends Row {
  applet: Pick<Applet, 'id' | 'name' | 'display_name' | 'icon' | 'version'>;
  host: { id: string; name: string };
}

/** The other side of each: hosts of an application, and applications of a host. */
const OTHER = { applet: 'host', host: 'applet' } as const;

/** Where an application is to be, and what the agents there last said of it. */
export function PublicationTable({ of, id }: { of: 'applet' | 'host'; id: string }) {
  const { t } = useTranslation('applets');
  const { without } = useRefusals();
  const [publishing, setPublishing] = useState(false);
  const missing = without('terminal.change_applethost');
  const other = OTHER[of];
  const named = (row: Publication): string => (of === 'applet' ? row.host.name : row.applet.display_name);
  return (
    <>
      <ResourceList<Publication>
        definition={{
          resource: RESOURCES.publication,
          global: true,
          name: `publications-of-${of}`,
          query: { [of]: id },
          syncUrl: false,
          create: false,
          toolbar: !missing && (
            <Button type="primary" icon={<Plus size={16} />} onClick={() => setPublishing(true)}>
              {t(`publish.open.${of}`)}
            </Button>
          ),
          linkTo: false,
          update: false,
          delete: false,
          clone: false,
          selectable: false,
          bulkDelete: false,
          transfer: false,
          exclude: [of],
          extra: of === 'host' ? ['version'] : [],
          defaults: of === 'host' ? ['applet', 'version', 'status', 'date_updated'] : ['host', 'status', 'date_updated'],
          min: [other],
          facts: ['status', 'date_updated'],
          cells: {
            applet: { width: 260, render: ({ applet }) => <AppletName applet={applet} /> },
            host: { width: 260, render: ({ host }) => <Link to={pageOf('appletHost', host.id)}>{host.name}</Link> },
            version: { title: t('publish.version'), width: 120, sortable: false, render: ({ applet }) => applet.version },
            status: {
              width: 150,
              render: (row) => <StatusTag tone={TONES[String(choiceValue(row.status))] ?? 'neutral'}>{relatedName(row.status)}</StatusTag>,
            },
          },
          rowActions: [
            {
              id: 'unpublish',
              label: t('publish.undo'),
              icon: <Undo2 size={14} />,
              danger: true,
              refused: () => missing,
              confirm: (row) => ({
                title: t('publish.undoTitle', { name: named(row) }),
                text: t('publish.undoText'),
                verb: t('publish.undo'),
              }),
              run: (row) => client.appletPublications.destroy(String(row.id)),
              done: t('publish.undone'),
            },
          ],
          empty: t(`publish.empty.${of}`),
          next: !missing ? { label: t(`publish.open.${of}`), to: () => setPublishing(true) } : undefined,
        }}
      />
      {publishing && <PublishDialog of={of} id={id} onClose={() => setPublishing(false)} />}
    </>
  );
}

function AppletName({ applet }: { applet: Publication['applet'] }) {
  return (
    <Link to={pageOf('applet', applet.id)} className="applet-name">
      <img src={pictureOf(applet)} alt="" width={20} height={20} loading="lazy" />
      {applet.display_name}
    </Link>
  );
}

/** Puts one more where it is not yet. */
function PublishDialog({ of, id, onClose }: { of: 'applet' | 'host'; id: string; onClose: () => void }) {
  const { t } = useTranslation('applets');
  const unless = useUnless();
  const queries = useQueryClient();
  const runAction = useRunAction();
  const [chosen, setChosen] = useState<string>();
  const [busy, setBusy] = useState(false);
  const publish = async () => {
    setBusy(true);
    const body = of === 'applet' ? { applet: id, host: chosen ?? '' } : { host: id, applet: chosen ?? '' };
    const done = await runAction(() => client.appletPublications.create(body), { done: t('publish.done') });
    setBusy(false);
    if (!done) return;
    await queries.invalidateQueries({ queryKey: ['list'] });
    onClose();
  };
  return (
    <Dialog
      title={t(`publish.open.${of}`)}
      verb={t('publish.verb')}
      run={publish}
      busy={busy}
      refused={unless(chosen !== undefined, 'refused:unchosen')}
      keeps={chosen !== undefined}
      onClose={onClose}
    >
      <div className="applet-stack">
        <p className="s-note">{t('publish.text')}</p>
        <RemoteSelect
          url={of === 'applet' ? RESOURCES.appletHost.url : RESOURCES.applet.url}
          value={chosen}
          labelOf={(row) => String(row.display_name ?? row.name)}
          aria-label={t(`publish.open.${of}`)}
          onChange={(value) => setChosen(value as string | undefined)}
        />
      </div>
    </Dialog>
  );
}
