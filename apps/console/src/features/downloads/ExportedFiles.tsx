import { addressOf, type Row } from '@postern/client/api';
import { numberText, percentText, StatusTag, type StatusTone, Surface, sizeText, toast } from '@postern/ui';
import { Download, Trash2, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../data/save-file.ts';
import type { ListDefinition, RowAction } from '../../screens/list/list-definition.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { client, http } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';

type File = Row<'listFiles'>;

/** A file has as long as an export that is waited for. */
const TIMEOUT_MS = 15 * 60_000;
const LIVE_MS = 3_000;

const TONES: Readonly<Record<File['state']['value'], StatusTone>> = {
  waiting: 'neutral',
  running: 'info',
  ready: 'success',
  failed: 'danger',
  expired: 'neutral',
};
const isUnderWay = ({ state }: File): boolean => state.value === 'waiting' || state.value === 'running';

/** Files that were made in the background for the person, and those that are still made (docs/behaviour/transfer.md#long-exports). */
export function ExportedFiles() {
  const { t, i18n } = useTranslation('transfer');
  const rowActions = useFileActions();
  const definition = useMemo(
    (): ListDefinition<File & { [field: string]: unknown }> => ({
      resource: RESOURCES.listFile,
      global: true,
      create: false,
      update: false,
      delete: false,
      clone: false,
      linkTo: false,
      transfer: false,
      selectable: false,
      syncUrl: false,
      search: { metadata: false },
      refetchEvery: LIVE_MS,
      exclude: ['id', 'progress'],
      defaults: ['name', 'rows', 'bytes', 'state', 'date_created', 'date_expired'],
      min: ['name', 'state'],
      facts: ['state', 'rows'],
      cells: {
        rows: { align: 'end', render: (row) => (row.state.value === 'ready' ? numberText(row.rows, i18n.language) : '') },
        bytes: { align: 'end', render: (row) => (row.state.value === 'ready' ? sizeText(row.bytes, i18n.language) : '') },
        state: { render: (row) => <FileState file={row} /> },
      },
      rowActions,
      empty: t('files.none'),
    }),
    [rowActions, t, i18n.language],
  );
  return (
    <Surface title={t('files.title')} purpose={t('files.purpose')}>
      <ResourceList definition={definition} />
    </Surface>
  );
}

function FileState({ file: { state, progress } }: { file: File }) {
  const { t, i18n } = useTranslation('transfer');
  return (
    <StatusTag tone={TONES[state.value]}>
      {typeof progress === 'number' ? t('files.made', { percent: percentText(progress / 100, i18n.language) }) : state.label}
    </StatusTag>
  );
}

/** What can be done with a file: it is taken while it is there, given up while it is made, and removed after that. */
function useFileActions(): readonly RowAction<File & { [field: string]: unknown }>[] {
  const { t } = useTranslation(['transfer', 'screens']);
  return useMemo(() => {
    const remove = ({ id }: File) => client.listFiles.destroy(id);
    const icon = { size: 14 };
    return [
      {
        id: 'take',
        label: t('files.take'),
        icon: <Download {...icon} />,
        shown: ({ state }) => state.value === 'ready',
        run: (row) => take(row, t('files.taken', row)),
      },
      {
        id: 'stop',
        label: t('files.stop'),
        icon: <X {...icon} />,
        danger: true,
        shown: isUnderWay,
        confirm: ({ name }) => ({ title: t('files.stopTitle', { name }), text: t('files.stopText'), verb: t('files.stopVerb') }),
        run: remove,
        done: t('files.stopped'),
      },
      {
        id: 'delete',
        label: t('screens:action.delete'),
        icon: <Trash2 {...icon} />,
        danger: true,
        shown: (row) => !isUnderWay(row),
        confirm: ({ name }) => ({ title: t('files.removeTitle', { name }), text: t('files.removeText'), verb: t('files.removeVerb') }),
        run: remove,
        done: t('files.removed'),
      },
    ];
  }, [t]);
}

async function take({ id, name }: File, done: string): Promise<void> {
  const { blob } = await http.download(addressOf('listFiles', 'content', id), { timeout: TIMEOUT_MS });
  saveFile(name, blob);
  toast.success(done);
}
