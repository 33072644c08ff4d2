import type { FieldInfo } from '@postern/contract/metadata';
import { ChevronRight } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { kindOf } from '../../fields/kinds.ts';
import { type Row, titleOf } from '../../model/resource.ts';
import { type Column, cellClass } from './list-columns.ts';
import type { ListDefinition, RowAction } from './list-definition.ts';
import { RowActions } from './RowActions.tsx';
import { Tick } from './Tick.tsx';

/** The cell of a field: the screen's own, else the one of its type. The first column is the way into the row. */
export function cellOf<R extends Row>(definition: ListDefinition<R>, name: string, info: FieldInfo | undefined, row: R): ReactNode {
  const value = row[name];
  const { render, Cell: Own } = definition.cells?.[name] ?? {};
  if (render) return render(row);
  if (Own) return <Own row={row} value={value} info={info} />;
  const { Cell } = kindOf(info?.type ?? 'field');
  return <Cell value={value} info={info} />;
}

/** Names of a row's buttons. Made once for the table: translating them for every row would take longer than drawing it. */
export interface RowWords {
  select: (name: string) => string;
  unfold: (name: string) => string;
  more: (name: string) => string;
}

interface Props<R extends Row> {
  row: R;
  definition: ListDefinition<R>;
  columns: readonly Column[];
  /** Name of the column that leads to the row's page. */
  lead: string | undefined;
  link: string | undefined;
  actions: readonly RowAction<R>[];
  words: RowWords;
  /** Undefined where rows cannot be ticked at all. */
  ticked: boolean | undefined;
  tickable: boolean;
  /** Undefined where rows have nothing to unfold. */
  unfolded: boolean | undefined;
  /** The one row that Tab stops at; the arrow keys go on from there. */
  tabStop: boolean;
  /** It is the one that is looked at beside the list. */
  looked: boolean;
  onTick: (id: R['id'], on: boolean, range: boolean) => void;
  onUnfold: (id: R['id']) => void;
  onRun: (action: RowAction<R>, row: R) => void;
  onPress: (row: R, event: MouseEvent<HTMLElement>) => void;
}

/** The middle button must not start to scroll where it opens a tab. */
export const keepStill = (event: MouseEvent<HTMLElement>) => {
  if (event.button === 1) event.preventDefault();
};

function PlainRow<R extends Row>(props: Props<R>) {
  const { row, definition, columns, lead, link, actions, words, ticked, tickable, unfolded, tabStop, looked } = props;
  const { onTick, onUnfold, onRun, onPress } = props;
  const own = definition.rowClass?.(row) ?? '';
  return (
    <>
      <tr
        className={`${own}${ticked ? ' is-selected' : ''}${looked ? ' is-looked' : ''}`}
        data-row-key={row.id}
        aria-current={looked || undefined}
        tabIndex={tabStop ? 0 : -1}
        onClick={(event) => onPress(row, event)}
        onAuxClick={(event) => onPress(row, event)}
        onMouseDown={keepStill}
      >
        {ticked !== undefined && (
          <td className="s-mark">
            <Tick
              checked={ticked}
              disabled={!tickable}
              label={words.select(titleOf(row))}
              onChange={(on, range) => onTick(row.id, on, range)}
            />
          </td>
        )}
        {unfolded !== undefined && (
          <td className="s-mark">
            <button
              type="button"
              className={unfolded ? 'p-bare s-icon-button is-unfolded' : 'p-bare s-icon-button'}
              aria-expanded={unfolded}
              aria-label={words.unfold(titleOf(row))}
              onClick={() => onUnfold(row.id)}
            >
              <ChevronRight size={16} aria-hidden />
            </button>
          </td>
        )}
        {columns.map(({ name, info, align }, index) => {
          const cell = cellOf(definition, name, info, row);
          return (
            <td key={name} className={cellClass(align, index)}>
              {name === lead && link ? <Link to={link}>{cell}</Link> : cell}
            </td>
          );
        })}
        {actions.length > 0 && (
          <td className="s-actions">
            <RowActions row={row} actions={actions} more={words.more} onRun={onRun} />
          </td>
        )}
      </tr>
      {unfolded && (
        <tr className="s-unfolded">
          <td>{definition.expand?.(row)}</td>
        </tr>
      )}
    </>
  );
}

/** One row. Drawn again only when something it shows has changed: ticking a row must not draw the others. */
export const TableRow = memo(PlainRow) as typeof PlainRow;
