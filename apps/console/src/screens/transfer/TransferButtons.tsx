import type { ImportMode } from '@postern/contract/transfer';
import { IconButton } from '@postern/ui';
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import { useMetadata } from '../../data/useMetadata.ts';
import { type Row, right } from '../../model/resource.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import type { ListDefinition } from '../list/list-definition.ts';
import type { ResourceListModel } from '../list/useResourceList.ts';

const ImportDialog = onDemand(() => import('./ImportDialog.tsx').then((module) => module.ImportDialog));
const ExportDialog = onDemand(() => import('./ExportDialog.tsx').then((module) => module.ExportDialog));

interface Props<R extends Row> {
  definition: ListDefinition<R>;
  list: ResourceListModel<R>;
}

/** Import and export of a list, for those who have the right and where the server can: its metadata says so (docs/behaviour/transfer.md#who-may). */
export function TransferButtons<R extends Row>({ definition, list }: Props<R>) {
  const { resource, url = resource.url, metadataUrl = url, transfer = {} } = definition;
  const { t } = useTranslation(['transfer', 'features']);
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const metadata = useMetadata(metadataUrl).data;
  const [open, setOpen] = useState<'import' | 'export'>();
  if (transfer === false || !metadata?.renders.includes('text/csv')) return null;

  const modes: ImportMode[] = [
    ...(metadata.actions.POST && can(right(resource, 'add')) ? ['create' as const] : []),
    ...(metadata.actions.PATCH && can(right(resource, 'change')) ? ['update' as const] : []),
  ].filter((mode) => transfer.modes?.includes(mode) ?? true);
  const mayImport = modes.length > 0 && metadata.parses.includes('text/csv') && (!isRoot || definition.global === true);
  const nouns = t(`noun:${resource.noun}.other`);
  return (
    <>
      {mayImport && <IconButton icon={Upload} label={t('import.title', { nouns })} onClick={() => setOpen('import')} />}
      {can(right(resource, 'view')) && (
        <IconButton icon={Download} label={t('export.title', { nouns })} onClick={() => setOpen('export')} />
      )}

      {open === 'import' && (
        <ImportDialog
          url={url}
          nouns={nouns}
          modes={modes}
          selected={list.selected}
          hint={transfer.importHint}
          foreign={transfer.foreignFiles}
          onClose={(written) => {
            setOpen(undefined);
            if (written) void list.refresh();
          }}
        />
      )}
      {open === 'export' && (
        <ExportDialog
          url={url}
          exportUrl={transfer.exportUrl}
          confirm={transfer.exportConfirm}
          hint={transfer.exportHint}
          nouns={nouns}
          list={{
            state: list.state,
            fixed: definition.query,
            selected: list.selected,
            filtered: list.filtered !== undefined,
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
