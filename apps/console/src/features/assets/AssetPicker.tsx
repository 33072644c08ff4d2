import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TagsCell } from '../../fields/cells.tsx';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import type { Row } from '../../screens/model/resource.ts';
import { TreePane } from '../../screens/tree/TreePane.tsx';
import { RESOURCES } from '../resources.ts';

interface Props {
  title: string;
  /** Verb on the button. */
  verb: string;
  /** Only the assets of this node. */
  nodeId?: string | undefined;
  /** Tree beside the table; a pick narrows the table. */
  tree?: ((onPick: (query: Readonly<Record<string, string>>) => void) => ReactNode) | undefined;
  danger?: boolean;
  onPick: (ids: Row['id'][]) => Promise<void>;
  onClose: () => void;
}

/** Chooses assets from a tree and a table; what is ticked stays ticked from page to page and node to node (shell §10 "Asset select"). */
export function AssetPicker({ title, verb, nodeId, tree, danger = false, onPick, onClose }: Props) {
  const { t } = useTranslation(['features', 'screens']);
  const [picked, setPicked] = useState<Row['id'][]>([]);
  const [node, setNode] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const pick = async () => {
    setBusy(true);
    await onPick(picked);
    setBusy(false);
  };
  const table = (
    <ResourceList
      definition={{
        resource: RESOURCES.asset,
        name: 'assetPicker',
        syncUrl: false,
        query: nodeId ? { node_id: nodeId } : node,
        selectable: true,
        onSelect: setPicked,
        create: false,
        update: false,
        delete: false,
        clone: false,
        linkTo: false,
        columns: ['name', 'address', 'platform', 'protocols'],
        min: ['name'],
        facts: ['address', 'platform'],
        cells: { name: { width: 180 }, address: { width: 140 }, platform: { width: 110 }, protocols: { Cell: TagsCell, width: 120 } },
      }}
    />
  );
  return (
    <Modal
      open
      title={title}
      width="min(1040px, 90vw)"
      centered
      okText={picked.length > 0 ? `${verb} (${picked.length})` : verb}
      cancelText={t('screens:action.cancel')}
      okButtonProps={{ disabled: picked.length === 0, danger }}
      confirmLoading={busy}
      onOk={() => void pick()}
      onCancel={onClose}
    >
      <div className="s-picker">
        {tree ? (
          <TreePane name="assetPicker" tree={tree(setNode)}>
            {table}
          </TreePane>
        ) : (
          table
        )}
      </div>
    </Modal>
  );
}
