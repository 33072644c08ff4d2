import { Link } from 'react-router';
import type { Row } from '../../model/resource.ts';
import { titleOf } from '../../model/resource.ts';
import { ListFoot } from './ListFoot.tsx';
import type { ListViewProps } from './ListTable.tsx';
import { labelOf, leadOf } from './list-columns.ts';
import { RowActions } from './RowActions.tsx';
import { cellOf } from './TableRow.tsx';
import { Tick } from './Tick.tsx';
import { useRowWords } from './useRowWords.ts';

/** A list on a phone: one card per row with its name, two key facts and its actions (docs/behaviour/appearance.md#phones). */
export function ListCards<R extends Row>({ definition, list, actions, selectable, onRun, linkOf, preview, empty }: ListViewProps<R>) {
  const words = useRowWords();
  const leading = leadOf(definition, list.visible);
  const facts = (definition.facts ?? list.visible.filter((name) => name !== leading)).slice(0, 2);
  const { selection } = list;
  if (list.rows.length === 0) return <div className="s-cards-empty">{empty}</div>;
  return (
    <div className={list.stale ? 's-cards is-stale' : 's-cards'}>
      {list.rows.map((row) => {
        const to = linkOf(row);
        const title = leading ? cellOf(definition, leading, list.fields[leading], row) : titleOf(row);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: a touch more; what is behind it is behind the title as well
          <article
            key={row.id}
            className={selection.isSelected(row.id) ? 's-card is-selected' : 's-card'}
            data-row-key={row.id}
            tabIndex={-1}
            onClick={(event) => preview.press(row, event)}
          >
            <header>
              {selectable && (
                <Tick
                  checked={selection.isSelected(row.id)}
                  disabled={!(definition.canSelect?.(row) ?? true)}
                  label={words.select(titleOf(row))}
                  onChange={(on) => selection.setMany([row.id], on)}
                />
              )}
              <h3>{to ? <Link to={to}>{title}</Link> : title}</h3>
              <RowActions row={row} actions={actions} more={words.more} onRun={onRun} />
            </header>
            <dl>
              {facts.map((name) => (
                <div key={name}>
                  <dt>{labelOf(definition, name, list.fields[name])}</dt>
                  <dd>{cellOf(definition, name, list.fields[name], row)}</dd>
                </div>
              ))}
            </dl>
          </article>
        );
      })}
      <ListFoot list={list} />
    </div>
  );
}
