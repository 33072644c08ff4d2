import { ArrowDown, ArrowUp } from 'lucide-react';
import { type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { HeaderFilter } from './HeaderFilter.tsx';
import { type Column, cellClass, WIDTH_LIMITS } from './list-columns.ts';
import { Tick } from './Tick.tsx';
import type { Counted } from './useChoiceCounts.ts';

interface Props {
  columns: readonly Column[];
  /** Field, with a leading minus for descending. */
  order: string;
  filters: Readonly<Record<string, string>>;
  /** How the choices of the filters are counted. */
  counted: Counted;
  onSort: (order: string) => void;
  onFilter: (name: string, value: string | undefined) => void;
  /** Called while the edge is dragged, and once more with `done`. No width gives the column its own again. */
  onWidth: (name: string, width: number | undefined, done: boolean) => void;
  /** Ticks all rows of the page; absent where rows cannot be ticked. */
  page?: { checked: boolean; mixed: boolean; disabled: boolean; onChange: (on: boolean) => void } | undefined;
  unfolds: boolean;
  actions: boolean;
}

/** None, ascending, descending, none again. */
export const nextOrder = (order: string, name: string): string => (order === name ? `-${name}` : order === `-${name}` ? '' : name);

export function TableHead({ columns, order, filters, counted, onSort, onFilter, onWidth, page, unfolds, actions }: Props) {
  const { t } = useTranslation('lists');
  return (
    <thead>
      <tr>
        {page && (
          <th className="s-mark">
            <Tick {...page} label={t('select.page')} />
          </th>
        )}
        {unfolds && <td className="s-mark" />}
        {columns.map((column, index) => {
          const { name, label, align, sortable, choices } = column;
          const sorted = order === name ? 'ascending' : order === `-${name}` ? 'descending' : undefined;
          return (
            <th key={name} scope="col" data-column={name} className={cellClass(align, index)} aria-sort={sorted}>
              {sortable ? (
                <button type="button" className="s-sort" onClick={() => onSort(nextOrder(order, name))}>
                  <span>{label}</span>
                  {sorted === 'descending' ? <ArrowDown size={14} aria-hidden /> : <ArrowUp size={14} aria-hidden />}
                </button>
              ) : (
                <span className="s-head-text">{label}</span>
              )}
              {choices && <HeaderFilter column={{ ...column, choices }} value={filters[name]} counted={counted} onFilter={onFilter} />}
              <Edge column={column} onWidth={onWidth} />
            </th>
          );
        })}
        {actions && (
          <th scope="col" className="s-actions">
            <span className="s-head-text">{t('table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

/** The right edge of a header: drag it for a width, press it twice for the column's own. Widths can also be typed in the column settings. */
function Edge({ column, onWidth }: { column: Column; onWidth: Props['onWidth'] }) {
  const drag = useRef<{ x: number; width: number }>(undefined);
  const widthAt = (event: PointerEvent) => {
    const { x, width } = drag.current ?? { x: event.clientX, width: column.width };
    return Math.round(Math.min(WIDTH_LIMITS.max, Math.max(WIDTH_LIMITS.min, width + event.clientX - x)));
  };
  return (
    <span
      className="s-edge"
      aria-hidden
      onPointerDown={(event) => {
        const head = event.currentTarget.parentElement;
        drag.current = { x: event.clientX, width: head?.offsetWidth ?? column.width };
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
      }}
      onPointerMove={(event) => drag.current && onWidth(column.name, widthAt(event), false)}
      onPointerUp={(event) => {
        if (drag.current && event.clientX !== drag.current.x) onWidth(column.name, widthAt(event), true);
        drag.current = undefined;
      }}
      onDoubleClick={() => onWidth(column.name, undefined, true)}
    />
  );
}
