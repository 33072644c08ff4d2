import { CopyableText, FactList, SkeletonRows } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { Dialog } from '../../fields/Dialog.tsx';
import { errorMessage } from '../../session/errors.ts';
import { client } from '../../session/http.ts';

/** What is known of a node. */
export function NodeInfo({ id, shown, onClose }: { id: string; shown: string; onClose: () => void }) {
  const { t } = useTranslation(['tree', 'screens']);
  const node = useQuery({ queryKey: keyOf('nodes', 'retrieve', id), queryFn: ({ signal }) => client.nodes.retrieve(id, {}, { signal }) });
  const labels = { copy: t('screens:action.copy'), copied: t('screens:action.copied') };
  const copyable = (value: string) => <CopyableText value={value} mono labels={labels} />;
  const amount = /\((\d+)\)$/.exec(shown)?.[1] ?? '';
  return (
    <Dialog title={t('info')} width={520} onClose={onClose}>
      {node.error && <p className="s-note">{errorMessage(node.error)}</p>}
      {node.isPending && <SkeletonRows rows={4} columns={2} label={t('screens:list.loading')} />}
      {node.data && (
        <FactList
          facts={[
            { key: 'id', label: 'ID', value: copyable(node.data.id) },
            { key: 'key', label: t('key'), value: copyable(node.data.key ?? '') },
            { key: 'name', label: t('screens:tree.name'), value: node.data.value },
            { key: 'path', label: t('path'), value: node.data.full_value },
            { key: 'amount', label: t('amount'), value: amount },
          ]}
        />
      )}
    </Dialog>
  );
}
