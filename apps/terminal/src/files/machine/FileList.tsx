// biome-ignore-all lint/a11y/useSemanticElements: a grid, as the ARIA pattern writes it: rows that are not in view are not there
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the row that is meant
import { momentText, sizeText } from '@postern/ui';
import { ArrowDown, ArrowUp, File, FileSymlink, Folder, type LucideIcon, Settings2 } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type Ref, useEffect, useRef, useState } from 'react';
import { useLanguage, useTranslate } from '../../shell/language.tsx';
import { visibleName } from '../names.ts';
import type { Entry, EntryKind } from '../sftp/client.ts';
import { fileWords } from '../words.ts';
import { modeText, type Sort, type SortKey } from './listing.ts';
import type { Selection, SelectMode } from './selection.ts';

const ROW = 34;
/** Rows beyond the edge that are drawn as well. */
const BEYOND = 10;
const ICONS: Readonly<Record<EntryKind, LucideIcon>> = { folder: Folder, link: FileSymlink, file: File, other: Settings2 };
const COLUMNS: readonly SortKey[] = ['name', 'size', 'modified', 'mode'];

interface FileListProps {
  entries: readonly Entry[];
  sort: Sort;
  selection: Selection;
  busy: boolean;
  label: string;
  listRef: Ref<HTMLDivElement>;
  onSort: (by: SortKey) => void;
  onSelect: (name: string, mode: SelectMode) => void;
  onOpen: (entry: Entry) => void;
  onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void;
}

/** The entries of a folder. Only rows in view are drawn, so that a folder of ten thousand is as quick as one of ten. */
export function FileList({ entries, sort, selection, busy, label, listRef, onSort, onSelect, onOpen, onKeyDown }: FileListProps) {
  const t = useTranslate();
  const { language } = useLanguage();
  const body = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });

  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const measure = (): void => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  const focusAt = entries.findIndex(({ name }) => name === selection.focus);
  useEffect(() => {
    const element = body.current;
    if (!element || focusAt < 0) return;
    const top = focusAt * ROW;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW > element.scrollTop + element.clientHeight) element.scrollTop = top + ROW - element.clientHeight;
  }, [focusAt]);

  const from = Math.max(0, Math.floor(view.top / ROW) - BEYOND);
  const to = Math.min(entries.length, Math.ceil((view.top + view.height) / ROW) + BEYOND);
  const press = (event: MouseEvent, name: string): void =>
    onSelect(name, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only');

  return (
    <div
      ref={listRef}
      role="grid"
      aria-label={label}
      aria-multiselectable="true"
      aria-rowcount={entries.length + 1}
      aria-busy={busy}
      aria-activedescendant={focusAt < 0 ? undefined : `pf-row-${focusAt}`}
      tabIndex={0}
      className={busy ? 'pf-list pf-list--busy' : 'pf-list'}
      onKeyDown={onKeyDown}
    >
      <div role="row" className="pf-head">
        {COLUMNS.map((by) => (
          <div
            key={by}
            role="columnheader"
            className={`pf-cell pf-cell--${by}`}
            aria-sort={sort.by === by ? (sort.down ? 'descending' : 'ascending') : 'none'}
          >
            <button type="button" className="p-bare pf-sort" onClick={() => onSort(by)}>
              {t(fileWords[by])}
              {sort.by === by ? sort.down ? <ArrowDown size={12} aria-hidden="true" /> : <ArrowUp size={12} aria-hidden="true" /> : null}
            </button>
          </div>
        ))}
      </div>
      <div ref={body} className="pf-rows" role="rowgroup">
        <div className="pf-space" style={{ height: entries.length * ROW }}>
          {entries.slice(from, to).map((entry, index) => {
            const at = from + index;
            const Icon = ICONS[entry.kind];
            const chosen = selection.chosen.has(entry.name);
            const marks = ['pf-row', chosen && 'pf-row--chosen', at === focusAt && 'pf-row--focus'].filter(Boolean).join(' ');
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the grid listens to keys
              <div
                key={entry.name}
                id={`pf-row-${at}`}
                role="row"
                aria-rowindex={at + 2}
                aria-selected={chosen}
                className={marks}
                style={{ top: at * ROW }}
                onClick={(event) => press(event, entry.name)}
                onDoubleClick={() => onOpen(entry)}
              >
                <div role="gridcell" className="pf-cell pf-cell--name">
                  <Icon
                    size={15}
                    strokeWidth={1.75}
                    aria-hidden="true"
                    className={entry.kind === 'folder' ? 'pf-icon--folder' : 'pf-icon'}
                  />
                  <bdi title={visibleName(entry.name)}>{visibleName(entry.name)}</bdi>
                </div>
                <div role="gridcell" className="pf-cell pf-cell--size">
                  {entry.kind === 'folder' ? '' : sizeText(entry.size, language)}
                </div>
                <div role="gridcell" className="pf-cell pf-cell--modified">
                  {momentText(entry.modified * 1000, language, 'short')}
                </div>
                <div role="gridcell" className="pf-cell pf-cell--mode p-mono">
                  {modeText(entry.mode)}
                </div>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
