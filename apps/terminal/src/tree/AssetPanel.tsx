import { EmptyState, IconButton, isRefused, type MenuLine, menuLines, SkeletonRows, toast, useEnter } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown, Input, type InputRef, Segmented } from 'antd';
import { CloudOff, RefreshCw, Search, SearchX, ServerOff } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { clearAutoLogin } from '../connect/choice.ts';
import { failureText } from '../shell/failure.ts';
import { useTranslate } from '../shell/language.tsx';
import { useServices } from '../shell/services.tsx';
import { holds } from '../transport/api.ts';
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
  const t = useTranslate();
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
    if (row.node.chkDisabled) toast.info(t(treeWords.disabled, { name: row.node.name }));
    else onConnect(row.node.id, ask);
  };
  const onEnter = useEnter(text, search.active && search.pending, () => {
    const first = search.active && search.rows.find((row) => isAsset(row.node));
    if (first) choose(first);
  });
  const items = menu ? menuItems(menu.row) : [];

  function menuItems({ node }: TreeRow): MenuLine[] {
    if (!isAsset(node)) {
      return [
        { key: 'open', label: t(treeWords.openBranch) },
        { key: 'close', label: t(treeWords.closeBranch) },
      ];
    }
    const why = node.chkDisabled === true && t(treeWords.disabled, { name: node.name });
    return [
      { key: 'connect', label: t(treeWords.connect), why },
      { key: 'window', label: t(treeWords.newWindow), why },
      { type: 'divider' },
      { key: 'favorite', label: t(favorites.set.has(node.id) ? treeWords.unfavorite : treeWords.favorite) },
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
    <nav className="pt-panel" aria-label={t(treeWords.assets)} ref={panel}>
      {head}
      <div className="pt-panel-tools">
        <Input
          ref={input}
          allowClear
          maxLength={128}
          prefix={<Search size={14} aria-hidden="true" />}
          aria-label={t(treeWords.search)}
          placeholder={t(treeWords.search)}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setText('');
            if (event.key === 'ArrowDown') panel.current?.querySelector<HTMLElement>('[role="tree"]')?.focus();
            onEnter(event.key);
          }}
        />
        <IconButton icon={RefreshCw} label={t(treeWords.refresh)} onClick={tree.refresh} />
      </div>
      {search.active ? null : (
        <Segmented<TreeKind>
          block
          className="pt-panel-kind"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'mine', label: t(treeWords.mine) },
            { value: 'types', label: t(treeWords.types) },
          ]}
        />
      )}
      <div className="pt-panel-body">
        {search.active ? (
          <SearchResult search={search} view={view} onClear={() => setText('')} />
        ) : (
          <TreeResult
            tree={tree}
            view={() => view(rows, t(kind === 'mine' ? treeWords.mine : treeWords.types))}
            empty={!rows.some((row) => row.key !== 'favorite')}
          />
        )}
      </div>
      {menu ? (
        <Dropdown
          open
          trigger={['click']}
          onOpenChange={(open) => !open && setMenu(null)}
          menu={{ items: menuLines(items), onClick: ({ key, domEvent }) => !isRefused({ domEvent }) && onMenuClick(key), autoFocus: true }}
          autoFocus
        >
          <span className="pt-menu-anchor" style={{ left: menu.x, top: menu.y }} />
        </Dropdown>
      ) : null}
    </nav>
  );
}

/** Where access is asked for, in the console. */
const ASK = '/ui/tickets/tickets/request-host-perm/create';

/** Whether the person may ask for access: tickets are allowed, and something can be asked for. */
function useMayAsk(): boolean {
  const { settings, profile } = useServices();
  return holds(profile, 'tickets.view_ticket') && settings.TICKETS_ENABLED === true && settings.TICKET_OFFERED !== 'nothing';
}

function TreeResult({ tree, view, empty }: { tree: ReturnType<typeof useTree>; view: () => ReactNode; empty: boolean }) {
  const t = useTranslate();
  const mayAsk = useMayAsk();
  if (tree.phase === 'failed') {
    return (
      <EmptyState
        icon={CloudOff}
        title={t(treeWords.failed)}
        text={`${failureText(tree.error, t)} ${t(treeWords.retrying)}`}
        action={<Button onClick={tree.refresh}>{t(treeWords.retry)}</Button>}
      />
    );
  }
  if (tree.phase === 'loading' && tree.model.byId.size === 0) return <SkeletonRows rows={6} columns={1} label={t(treeWords.loading)} />;
  if (empty)
    return (
      <EmptyState
        icon={ServerOff}
        title={t(treeWords.empty)}
        text={t(mayAsk ? treeWords.emptyAsk : treeWords.emptyText)}
        action={
          <>
            {mayAsk && (
              <Button type="primary" href={ASK}>
                {t(treeWords.ask)}
              </Button>
            )}
            <Button onClick={tree.refresh}>{t(treeWords.refresh)}</Button>
          </>
        }
      />
    );
  return view();
}

function SearchResult({
  search,
  view,
  onClear,
}: {
  search: ReturnType<typeof useSearch>;
  onClear: () => void;
  view: (rows: readonly TreeRow[], label: string) => ReactNode;
}) {
  const t = useTranslate();
  if (search.error)
    return (
      <EmptyState
        icon={CloudOff}
        title={t(treeWords.failed)}
        text={failureText(search.error, t)}
        action={<Button onClick={() => void search.retry()}>{t(treeWords.retry)}</Button>}
      />
    );
  if (search.count === 0) {
    return search.pending ? (
      <SkeletonRows rows={4} columns={1} label={t(treeWords.loading)} />
    ) : (
      <EmptyState
        icon={SearchX}
        title={t(treeWords.noResults, { search: search.wanted })}
        text={t(treeWords.noResultsText)}
        action={<Button onClick={onClear}>{t(treeWords.clear)}</Button>}
      />
    );
  }
  const count = t(search.count >= SEARCH_CAP ? treeWords.resultsMore : treeWords.results, { count: search.count });
  return (
    <>
      <output className="pt-panel-count">{count}</output>
      {view(search.rows, count)}
    </>
  );
}

function useFavorites(onChange: () => void) {
  const { api } = useServices();
  const t = useTranslate();
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: ['favorites'], queryFn: () => api.favorites() });
  const set = useMemo(() => new Set(data ?? []), [data]);
  const toggle = async (asset: string): Promise<void> => {
    const had = set.has(asset);
    try {
      await (had ? api.removeFavorite(asset) : api.addFavorite(asset));
      await queries.invalidateQueries({ queryKey: ['favorites'] });
      toast.success(t(had ? treeWords.unfavorited : treeWords.favorited));
      onChange();
    } catch (error) {
      toast.error(failureText(error, t));
    }
  };
  return { set, toggle };
}
