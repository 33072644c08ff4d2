import '../screens.css';
import type { TreeNode } from '@postern/contract/wire';
import { IconButton, SkeletonRows, useMobile } from '@postern/ui';
import { Input, Tree } from 'antd';
import { FileText, Folder, FolderHeart, Monitor, RotateCw, Search, Shapes, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeTreeModel } from '../../data/useNodeTree.ts';
import { useStored } from '../../data/useStored.ts';
import { type Branch, bareName, matches } from '../../model/tree.ts';
import { errorMessage } from '../../session/errors.ts';
import { NodeMenu, type NodeMenuItem, type Place } from './NodeMenu.tsx';
import { NodeTitle, type Renaming } from './NodeTitle.tsx';
import { useAvailableHeight } from './useAvailableHeight.ts';
import { type NodeDrag, useNodeDrag } from './useNodeDrag.ts';

const ICONS: Readonly<Record<string, typeof Folder>> = { asset: Monitor, category: Shapes, type: Shapes, platform: Shapes, file: FileText };
const ROW = 28;
/** Above search results; not a node of the server's. */
const FOUND = 'search:found';

interface Props {
  tree: NodeTreeModel;
  label: string;
  selected: string | undefined;
  onSelect: (node: TreeNode | undefined) => void;
  /** What can be done with a node: by right click, by its button, by the menu key. None: no menu. */
  menu?: (node: TreeNode) => readonly NodeMenuItem[];
  onMenu?: (key: string, node: TreeNode) => void;
  /** Told whose menu opens, where choosing a node does more than mark it; else that node is chosen. */
  onMark?: (node: TreeNode) => void;
  /** A node's name as it is renamed; without the count behind it by default. */
  nameOf?: (node: TreeNode) => string;
  /** The node whose name is being written. */
  renaming?: Renaming | undefined;
  drag?: NodeDrag | undefined;
  /** Fixed height in px, such as inside a dialog; the rest of the window otherwise. */
  height?: number | undefined;
  /** In place of the label, such as tabs between trees. */
  title?: ReactNode;
  /** Nodes are ticked instead of chosen: what the box of one says. */
  tick?: ((node: TreeNode) => { ticked: boolean; fixed: boolean }) | undefined;
}

interface Item {
  key: string;
  isLeaf: boolean;
  selectable?: boolean;
  node: TreeNode;
  children?: Item[];
}

/**
 * The tree beside a table: search, lazy branches, counts, a menu on each node, the keyboard (docs/behaviour/trees.md). Only the rows in
 * sight are drawn.
 */
export function NodeTree({
  tree,
  label,
  selected,
  onSelect,
  menu,
  onMenu,
  onMark = onSelect,
  nameOf = ({ name }) => bareName(name),
  renaming,
  drag,
  height,
  title,
  tick,
}: Props) {
  const { t } = useTranslation(['tree', 'screens']);
  const mobile = useMobile();
  const [active, setActive] = useState<string>();
  const [menuAt, setMenuAt] = useState<{ node: TreeNode; place: Place }>();
  const dragging = useNodeDrag(drag, (node) => {
    tree.setExpanded([...new Set([...tree.expanded, node.id])]);
  });
  const [searchOpen, setSearchOpen] = useStored('showTreeSearch', (raw) => raw === true);
  const body = useRef<HTMLDivElement>(null);
  const waiting = tree.loading || tree.retrying;
  const available = useAvailableHeight(body, mobile, waiting);
  const { branches, opened, nodes, word } = tree;

  const items = useMemo(() => {
    const itemOf = ({ node, children }: Branch): Item => ({
      key: node.id,
      isLeaf: !node.isParent || (children.length === 0 && opened.has(node.id)),
      node,
      ...(children.length > 0 ? { children: children.map(itemOf) } : {}),
    });
    return branches.map(itemOf);
  }, [branches, opened]);
  const found = useMemo(
    () => (word === '' ? 0 : nodes.filter((node) => node.meta.type === 'asset' || matches(node, word)).length),
    [nodes, word],
  );
  const shown: Item[] =
    word === '' || items.length === 0
      ? items
      : [{ key: FOUND, isLeaf: false, selectable: false, node: foundNode(t('tree:found', { count: found })), children: items }];

  const nodeOf = (key: string | undefined) => (key === undefined ? undefined : nodes.find((node) => node.id === key));
  const showMenu = (node: TreeNode, place: Place) => {
    if (!menu || node.id === FOUND || menu(node).length === 0) return;
    setActive(node.id);
    onMark(node);
    setMenuAt({ node, place });
  };
  const focusTree = () => body.current?.querySelector<HTMLElement>('[role="tree"]')?.focus();
  /** Where the keyboard is: the row it went to, else the chosen one. */
  const current = nodeOf(active) ?? nodeOf(selected);
  const keys = (event: KeyboardEvent) => {
    if (!current || (event.target as HTMLElement).closest('input')) return;
    const act = (run: () => void) => {
      event.preventDefault();
      event.stopPropagation();
      run();
    };
    const offered = (key: string) => menu?.(current).some((item) => item.key === key && !item.why);
    if (event.key === 'Enter') act(() => onSelect(current));
    else if (event.key === 'F2' && offered('rename')) act(() => onMenu?.('rename', current));
    else if (event.key === 'Delete' && offered('delete')) act(() => onMenu?.('delete', current));
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10'))
      act(() => showMenu(current, placeOf(body.current, current.id)));
  };
  const closeSearch = () => {
    setSearchOpen(false);
    tree.setTyped('');
    if (tree.typed !== '') void tree.refresh();
  };
  return (
    <div className="s-tree">
      <div className="s-tree-head">
        {searchOpen ? (
          <Input
            size="small"
            prefix={<Search size={14} aria-hidden />}
            suffix={
              <button type="button" className="p-bare s-tree-clear" aria-label={t('tree:closeSearch')} onClick={closeSearch}>
                <X size={14} aria-hidden />
              </button>
            }
            autoFocus={tree.typed === ''}
            value={tree.typed}
            placeholder={t('screens:tree.search')}
            aria-label={t('screens:tree.search')}
            maxLength={128}
            onChange={(event) => tree.setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && closeSearch()}
          />
        ) : (
          <div className="s-tree-label">{title ?? label}</div>
        )}
        {!searchOpen && <IconButton icon={Search} label={t('screens:tree.search')} onClick={() => setSearchOpen(true)} />}
        <IconButton icon={RotateCw} label={t('screens:action.refresh')} onClick={() => void tree.refresh()} />
      </div>
      {waiting && <SkeletonRows rows={5} columns={1} label={t('screens:list.loading')} />}
      {tree.retrying && <p className="s-tree-note">{t('tree:retrying')}</p>}
      {tree.error !== null && <p className="s-tree-note">{errorMessage(tree.error)}</p>}
      {!waiting && !tree.error && tree.branches.length === 0 && (
        <p className="s-tree-note">{t(tree.searching ? 'screens:tree.noMatch' : 'screens:tree.none')}</p>
      )}
      <div ref={body} className="s-tree-body" onKeyDownCapture={keys}>
        {shown.length > 0 && (
          <Tree<Item>
            blockNode
            showIcon
            virtual
            motion={false}
            height={height ?? available}
            itemHeight={ROW}
            aria-label={label}
            treeData={shown}
            icon={(props) => {
              const node = (props as unknown as { node?: TreeNode }).node;
              const Icon = node?.id === 'favorite' ? FolderHeart : node?.id === FOUND ? Search : (ICONS[node?.meta.type ?? ''] ?? Folder);
              return (
                <>
                  {tick && node && node.id !== FOUND && <TickBox node={node} {...tick(node)} onTick={() => onSelect(node)} />}
                  <Icon size={14} aria-hidden />
                </>
              );
            }}
            titleRender={(item) => (
              <NodeTitle
                node={item.node}
                name={nameOf(item.node)}
                renaming={renaming?.id === item.key ? renaming : undefined}
                onDone={focusTree}
                drag={renaming || item.key === FOUND ? undefined : dragging?.(item.node)}
                onMenu={menu && item.key !== FOUND && menu(item.node).length > 0 ? (place) => showMenu(item.node, place) : undefined}
              />
            )}
            selectedKeys={selected ? [selected] : []}
            expandedKeys={word === '' ? [...tree.expanded] : [...tree.expanded, FOUND]}
            loadedKeys={[...opened]}
            onExpand={(open) => tree.setExpanded(open.map(String))}
            loadData={(item) => tree.loadChildren(item.node)}
            onSelect={(chosen, { node }) => {
              setActive(node.key);
              onSelect(chosen.length > 0 || tick ? node.node : undefined);
            }}
            onActiveChange={(key) => setActive(key === null ? undefined : String(key))}
            onRightClick={({ event, node }) => showMenu(node.node, { x: event.clientX, y: event.clientY })}
          />
        )}
      </div>
      {menuAt && menu && (
        <NodeMenu
          place={menuAt.place}
          items={menu(menuAt.node)}
          onPick={(key) => onMenu?.(key, menuAt.node)}
          onClose={() => {
            setMenuAt(undefined);
            focusTree();
          }}
        />
      )}
    </div>
  );
}

function TickBox({ node, ticked, fixed, onTick }: { node: TreeNode; ticked: boolean; fixed: boolean; onTick: () => void }) {
  return (
    <input
      type="checkbox"
      className="s-tree-tick"
      aria-label={bareName(node.name)}
      checked={ticked}
      disabled={fixed}
      tabIndex={-1}
      onClick={(event) => event.stopPropagation()}
      onChange={onTick}
    />
  );
}

const foundNode = (name: string): TreeNode => ({
  id: FOUND,
  name,
  title: name,
  pId: '',
  isParent: true,
  open: true,
  meta: { type: 'search' },
});

/** Below the row of a node, for a menu that the keyboard opens. */
function placeOf(body: HTMLElement | null, id: string): Place {
  const rows = [...(body?.querySelectorAll<HTMLElement>('[data-node]') ?? [])];
  const { left = 0, bottom = 0 } = rows.find((row) => row.dataset.node === id)?.getBoundingClientRect() ?? {};
  return { x: left + 16, y: bottom };
}
