import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';
import { TagsCell } from '../../fields/TagsCell.tsx';
import type { Row } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { TreePane } from '../../screens/tree/TreePane.tsx';
import { useUnless } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';
import { AssetBrowser } from './AssetBrowser.tsx';
import { showAllOf, type TreePick } from './useTreePick.ts';

interface Props {
  title: string;
  /** What choosing leads to. */
  hint?: string | undefined;
  /** Verb on the button. */
  verb: string;
  /** Query that narrows what can be chosen, such as one node; the tree is left out then. */
  within?: Readonly<Record<string, string>> | undefined;
  /** Query that narrows what can be chosen beside the tree, such as to assets that take a domain. */
  narrow?: Readonly<Record<string, string>>;
  /** Said when there is nothing to choose. */
  empty?: string | undefined;
  /** Rows that are no choice, such as those that are chosen already. */
  canSelect?: (row: Row) => boolean;
  danger?: boolean;
  /** Settles when the choice has been taken; the dialog waits meanwhile and is closed by its owner. */
  onPick: (ids: Row['id'][]) => Promise<void>;
  onClose: () => void;
}

const TREE_HEIGHT = 420;

/** Chooses assets from a tree and a table; what is ticked stays ticked from page to page and node to node. */
export function AssetPicker({ title, hint, verb, within, narrow, empty, canSelect, danger = false, onPick, onClose }: Props) {
  const { t } = useTranslation('features');
  const unless = useUnless();
  const [picked, setPicked] = useState<Row['id'][]>([]);
  const [node, setNode] = useState<TreePick>({});
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
        query: within ?? { ...narrow, ...node },
        selectable: true,
        onSelect: setPicked,
        ...(canSelect ? { canSelect } : {}),
        transfer: false,
        empty: empty ?? t('assets.empty'),
        next: null,
        readOnly: true,
        linkTo: false,
        columns: ['name', 'address', 'platform', 'protocols'],
        min: ['name'],
        facts: ['address', 'platform'],
        cells: { name: { width: 180 }, address: { width: 140 }, platform: { width: 110 }, protocols: { Cell: TagsCell, width: 120 } },
      }}
    />
  );
  return (
    <Dialog
      title={title}
      width="min(1040px, 90vw)"
      centered
      verb={picked.length > 0 ? `${verb} (${picked.length})` : verb}
      refused={unless(picked.length > 0, 'refused:unticked')}
      danger={danger}
      busy={busy}
      run={pick}
      onClose={onClose}
    >
      <div className="s-picker">
        {hint && <p className="s-note">{hint}</p>}
        {within ? (
          table
        ) : (
          <TreePane
            name="assetPicker"
            onShowAll={showAllOf(node, setNode)}
            tree={<AssetBrowser pick={node} onPick={setNode} height={TREE_HEIGHT} />}
          >
            {table}
          </TreePane>
        )}
      </div>
    </Dialog>
  );
}
