import { EmptyState, IconButton, SkeletonRows, toast } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown, Input, type InputRef, type MenuProps, Segmented } from 'antd';
import { CloudOff, RefreshCw, Search, SearchX, ServerOff } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { clearAutoLogin } from '../connect/choice.ts';
import { failureText } from '../shell/failure.ts';
import { useSay } from '../shell/language.tsx';
import { useServices } from '../shell/services.tsx';
import { isAsset, type TreeRow, visibleRows } from './model.ts';
import { TreeView } from './TreeView.tsx';
import { SEARCH_CAP, useSearch } from './useSearch.ts';
import { type TreeKind, useTree } from './useTree.ts';
import { treeWords } from './words.ts';
import './tree.css';

interface AssetPanelProps {
  /** `ask` brings the dialog up even where the person chose to connect at once. */
  onConnect: (assetId: string, ask: boolean) => void;
  onNewWindow: (assetId: string) => void;
  head?: ReactNode;
}

/** The assets a person may use: two trees, a search, favourites (docs/behaviour/terminal.md#assets). */
export function AssetPanel({ onConnect, onNewWindow, head }: AssetPanelProps) {
  const say = useSay();
  const [kind, setKind] = useState<TreeKind>('mine');
  const [text, setText] = useState('');
  const mine = useTree('mine', true);
  const types = useTree('types', kind === 'types');
  const tree = kind === 'mine' ? mine : types;
  const search = useSearch(text);
  const favorites = useFavorites(() => {
    const row = visibleRows(mine.model).find((entry) => entry.key === 'favorite');
    if (row) mine.reload(row);
  });
  const [menu, setMenu] = useState<{ row: TreeRow; x: number; y: number } | null>(null);
  const input = useRef<InputRef>(null);
  const panel = useRef<HTMLElement>(null);

  const rows = useMemo(() => visibleRows(tree.model), [tree.model]);
  const choose = (row: TreeRow, ask = false): void => {
    if (row.node.chkDisabled) toast.info(say(treeWords.disabled, { name: row.node.name }));
    else onConnect(row.node.id, ask);
  };
  const items = menu ? menuItems(menu.row) : [];

  function menuItems({ node }: TreeRow): NonNullable<MenuProps['items']> {
    if (!isAsset(node)) {
      return [
        { key: 'open', label: say(treeWords.openBranch) },
        { key: 'close', label: say(treeWords.closeBranch) },
      ];
    }
    return [
      { key: 'connect', label: say(treeWords.connect), disabled: node.chkDisabled === true },
      { key: 'window', label: say(treeWords.newWindow), disabled: node.chkDisabled === true },
      { type: 'divider' },
      { key: 'favorite', label: say(favorites.set.has(node.id) ? treeWords.unfavorite : treeWords.favorite) },
    ];
  }
  function onMenuClick(key: string): void {
    if (!menu) return;
    const { row } = menu;
    setMenu(null);
    if (key === 'open' || key === 'close') tree.branch(row, key === 'open');
    else if (key === 'favorite') void favorites.toggle(row.node.id);
    else if (key === 'window') onNewWindow(row.node.id);
    else {
      clearAutoLogin(localStorage, row.node.id);
      choose(row, true);
    }
  }

  // The heads of a search are always open, so there is nothing to toggle.
  const view = (shown: readonly TreeRow[], label: string): ReactNode => (
    <TreeView
      rows={shown}
      label={label}
      favorites={favorites.set}
      onToggle={search.active ? () => undefined : tree.toggle}
      onChoose={choose}
      onMenu={(row, at) => setMenu({ row, ...at })}
    />
  );

  return (
    <nav className="pt-panel" aria-label={say(treeWords.assets)} ref={panel}>
      {head}
      <div className="pt-panel-tools">
        <Input
          ref={input}
          allowClear
          maxLength={128}
          prefix={<Search size={14} aria-hidden="true" />}
          aria-label={say(treeWords.search)}
          placeholder={say(treeWords.search)}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setText('');
            if (event.key === 'ArrowDown') panel.current?.querySelector<HTMLElement>('[role="tree"]')?.focus();
            const first = search.rows.find((row) => isAsset(row.node));
            if (event.key === 'Enter' && search.active && !search.pending && first) choose(first);
          }}
        />
        <IconButton icon={RefreshCw} label={say(treeWords.refresh)} onClick={tree.refresh} />
      </div>
      {search.active ? null : (
        <Segmented<TreeKind>
          block
          className="pt-panel-kind"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'mine', label: say(treeWords.mine) },
            { value: 'types', label: say(treeWords.types) },
          ]}
        />
      )}
      <div className="pt-panel-body">
        {search.active ? (
          <SearchResult search={search} view={view} />
        ) : (
          <TreeResult
            tree={tree}
            view={() => view(rows, say(kind === 'mine' ? treeWords.mine : treeWords.types))}
            empty={!rows.some((row) => row.key !== 'favorite')}
          />
        )}
      </div>
      {menu ? (
        <Dropdown
          open
          trigger={['click']}
          onOpenChange={(open) => !open && setMenu(null)}
          menu={{ items, onClick: ({ key }) => onMenuClick(key), autoFocus: true }}
          autoFocus
        >
          <span className="pt-menu-anchor" style={{ left: menu.x, top: menu.y }} />
        </Dropdown>
      ) : null}
    </nav>
  );
}

function TreeResult({ tree, view, empty }: { tree: ReturnType<typeof useTree>; view: () => ReactNode; empty: boolean }) {
  const say = useSay();
  if (tree.phase === 'failed') {
    return (
      <EmptyState
        icon={CloudOff}
        title={say(treeWords.failed)}
        text={`${failureText(tree.error, say)} ${say(treeWords.retrying)}`}
        action={<Button onClick={tree.refresh}>{say(treeWords.retry)}</Button>}
      />
    );
  }
  if (tree.phase === 'loading' && tree.model.byId.size === 0) return <SkeletonRows rows={6} columns={1} label={say(treeWords.loading)} />;
  if (empty)
    return (
      <EmptyState
        icon={ServerOff}
        title={say(treeWords.empty)}
        text={say(treeWords.emptyText)}
        action={<Button onClick={tree.refresh}>{say(treeWords.refresh)}</Button>}
      />
    );
  return view();
}

function SearchResult({
  search,
  view,
}: {
  search: ReturnType<typeof useSearch>;
  view: (rows: readonly TreeRow[], label: string) => ReactNode;
}) {
  const say = useSay();
  if (search.error)
    return (
      <EmptyState
        icon={CloudOff}
        title={say(treeWords.failed)}
        text={failureText(search.error, say)}
        action={<Button onClick={() => void search.retry()}>{say(treeWords.retry)}</Button>}
      />
    );
  if (search.count === 0) {
    return search.pending ? (
      <SkeletonRows rows={4} columns={1} label={say(treeWords.loading)} />
    ) : (
      <EmptyState icon={SearchX} title={say(treeWords.noResults, { search: search.wanted })} />
    );
  }
  const count = say(search.count >= SEARCH_CAP ? treeWords.resultsMore : treeWords.results, { count: search.count });
  return (
    <>
      <output className="pt-panel-count">{count}</output>
      {view(search.rows, count)}
    </>
  );
}

function useFavorites(onChange: () => void) {
  const { api } = useServices();
  const say = useSay();
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: ['favorites'], queryFn: () => api.favorites() });
  const set = useMemo(() => new Set(data ?? []), [data]);
  const toggle = async (asset: string): Promise<void> => {
    const had = set.has(asset);
    try {
      await (had ? api.removeFavorite(asset) : api.addFavorite(asset));
      await queries.invalidateQueries({ queryKey: ['favorites'] });
      toast.success(say(had ? treeWords.unfavorited : treeWords.favorited));
      onChange();
    } catch (error) {
      toast.error(failureText(error, say));
    }
  };
  return { set, toggle };
}
