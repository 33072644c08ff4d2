import { ChevronRight, LoaderCircle, Star, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslate } from '../shell/language.tsx';
import { branchIcon, typeIcon } from './icons.ts';
import { isAsset, parentRow, type TreeRow, windowOf } from './model.ts';
import { treeWords } from './words.ts';

export const ROW_HEIGHT = 30;

interface TreeViewProps {
  rows: readonly TreeRow[];
  label: string;
  favorites: ReadonlySet<string>;
  /** The row that stands for where one is: marked when that changes. */
  here?: string;
  onToggle: (row: TreeRow, open?: boolean) => void;
  onChoose: (row: TreeRow) => void;
  onMenu: (row: TreeRow, at: { x: number; y: number }) => void;
}

/** A tree of any length: draws the rows in view, moves with the keys of the ARIA tree pattern, Enter opens or connects. */
export function TreeView({ rows, label, favorites, here, onToggle, onChoose, onMenu }: TreeViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [place, setPlace] = useState({ top: 0, height: 600 });
  const [current, setCurrent] = useState<string | null>(null);
  const at = Math.max(
    0,
    rows.findIndex((row) => row.key === current),
  );
  const { from, to } = windowOf(rows.length, ROW_HEIGHT, place.top, place.height);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setPlace((now) => ({ ...now, height: element.clientHeight })));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (here !== undefined && here !== '') setCurrent(here);
  }, [here]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || current === null) return;
    const top = at * ROW_HEIGHT;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW_HEIGHT > element.scrollTop + element.clientHeight) element.scrollTop = top + ROW_HEIGHT - element.clientHeight;
  }, [at, current]);

  const go = (to: number): void => setCurrent(rows[Math.max(0, Math.min(rows.length - 1, to))]?.key ?? null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(place.height / ROW_HEIGHT) - 1);
    const moves = new Map<string, () => void>([
      ['ArrowDown', () => go(current === null ? 0 : at + 1)],
      ['ArrowUp', () => go(at - 1)],
      ['Home', () => go(0)],
      ['End', () => go(rows.length - 1)],
      ['PageDown', () => go(at + page)],
      ['PageUp', () => go(at - page)],
      ['ArrowRight', () => (row.node.isParent && !row.open ? onToggle(row, true) : row.open && go(at + 1))],
      ['ArrowLeft', () => (row.open ? onToggle(row, false) : parentRow(rows, at) >= 0 && go(parentRow(rows, at)))],
      ['Enter', () => (isAsset(row.node) ? onChoose(row) : onToggle(row))],
      [' ', () => (isAsset(row.node) ? onChoose(row) : onToggle(row))],
    ]);
    const move = moves.get(event.key);
    if (move) {
      event.preventDefault();
      move();
    } else if (event.key.length === 1) {
      const next = findByLetter(rows, at, event.key);
      if (next >= 0) go(next);
    }
  };
  const onContextMenu = (event: MouseEvent): void => {
    // From the keyboard the event has no row under it: the marked one is meant.
    const key = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key ?? current;
    const row = rows.find((entry) => entry.key === key);
    if (!row) return;
    event.preventDefault();
    setCurrent(row.key);
    const bounds = box.current?.getBoundingClientRect();
    onMenu(
      row,
      event.clientX || event.clientY
        ? { x: event.clientX, y: event.clientY }
        : { x: (bounds?.left ?? 0) + 40, y: (bounds?.top ?? 0) + at * ROW_HEIGHT - place.top + 24 },
    );
  };

  return (
    <div
      ref={box}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={current !== null && rows[at] ? `${id}-${at}` : undefined}
      className="pt-tree"
      onScroll={(event) => {
        const { scrollTop } = event.currentTarget;
        setPlace((now) => ({ ...now, top: scrollTop }));
      }}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
      onFocus={() => current === null && go(0)}
    >
      <div role="none" style={{ height: rows.length * ROW_HEIGHT, position: 'relative' }}>
        {rows.slice(from, to).map((row, offset) => (
          <Row
            key={row.key}
            id={`${id}-${from + offset}`}
            row={row}
            top={(from + offset) * ROW_HEIGHT}
            marked={row.key === current}
            favorite={isAsset(row.node) && favorites.has(row.node.id)}
            onClick={() => {
              setCurrent(row.key);
              if (isAsset(row.node)) onChoose(row);
              else onToggle(row);
            }}
          />
        ))}
      </div>
    </div>
  );
}

function findByLetter(rows: readonly TreeRow[], from: number, letter: string): number {
  for (let step = 1; step <= rows.length; step += 1) {
    const at = (from + step) % rows.length;
    if (rows[at]?.node.name.toLowerCase().startsWith(letter.toLowerCase())) return at;
  }
  return -1;
}

interface RowProps {
  id: string;
  row: TreeRow;
  top: number;
  marked: boolean;
  favorite: boolean;
  onClick: () => void;
}

function Row({ id, row, top, marked, favorite, onClick }: RowProps) {
  const t = useTranslate();
  const { node } = row;
  const asset = isAsset(node);
  const Icon = asset ? typeIcon(node.iconSkin ?? String(node.meta.data?.platform_type ?? '')) : branchIcon(node.id);
  const address = asset ? String(node.meta.data?.address ?? '') : '';
  const classes = ['pt-row', marked && 'pt-row--marked', node.chkDisabled && 'pt-row--disabled'].filter(Boolean).join(' ');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the tree holds the focus and the keys (ARIA tree with aria-activedescendant)
    <div
      id={id}
      role="treeitem"
      data-key={row.key}
      aria-level={row.level + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={marked}
      {...(node.isParent ? { 'aria-expanded': row.open } : {})}
      {...(node.chkDisabled ? { 'aria-disabled': true } : {})}
      className={classes}
      style={{ top, height: ROW_HEIGHT, paddingLeft: 6 + row.level * 14 }}
      title={node.title || node.name}
      onClick={onClick}
    >
      <span className="pt-row-arrow" aria-hidden="true">
        {node.isParent ? (
          row.loading ? (
            <LoaderCircle size={13} className="pt-spin" />
          ) : (
            <ChevronRight size={14} className={row.open ? 'pt-turned' : undefined} />
          )
        ) : null}
      </span>
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" className={asset ? 'pt-row-asset' : 'pt-row-branch'} />
      <span className="pt-row-name">{node.name}</span>
      {address && address !== node.name ? <span className="pt-row-address p-mono">{address}</span> : null}
      {favorite ? <Star size={12} className="pt-row-star" aria-hidden="true" /> : null}
      {row.failed ? <Failed text={t(treeWords.branchFailed)} /> : null}
    </div>
  );
}

function Failed({ text }: { text: string }): ReactNode {
  return (
    <span className="pt-row-failed" title={text}>
      <TriangleAlert size={13} role="img" aria-label={text} />
    </span>
  );
}
