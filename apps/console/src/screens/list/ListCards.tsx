import { Checkbox, Pagination } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Row } from '../model/resource.ts';
import { titleOf } from '../model/resource.ts';
import { cellOf, type ListViewProps, labelOf, leadOf } from './ListTable.tsx';
import { RowActions } from './RowActions.tsx';

/** A list on a phone: one card per row with its name, two key facts and its actions (look.md "phone"). */
export function ListCards<R extends Row>({ definition, list, actions, selectable, onRun, linkOf, empty }: ListViewProps<R>) {
  const { t } = useTranslation('screens');
  const leading = leadOf(definition, list.visible);
  const facts = (definition.facts ?? list.visible.filter((name) => name !== leading)).slice(0, 2);
  const toggle = (id: R['id'], on: boolean) => list.setSelected(on ? [...list.selected, id] : list.selected.filter((item) => item !== id));
  if (list.rows.length === 0) return <div className="s-cards-empty">{empty}</div>;
  return (
    <div className={list.stale ? 's-cards is-stale' : 's-cards'}>
      {list.rows.map((row) => {
        const to = linkOf(row);
        const title = leading ? cellOf(definition, leading, list.fields[leading], row) : titleOf(row);
        return (
          <article key={row.id} className="s-card">
            <header>
              {selectable && (
                <Checkbox
                  checked={list.selected.includes(row.id)}
                  aria-label={t('list.selectRow', { name: titleOf(row) })}
                  onChange={(event) => toggle(row.id, event.target.checked)}
                />
              )}
              <h3>{to ? <Link to={to}>{title}</Link> : title}</h3>
              <RowActions row={row} actions={actions} onRun={onRun} />
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
      {list.total > list.state.size && (
        <Pagination
          simple
          align="center"
          current={list.state.page}
          pageSize={list.state.size}
          total={list.total}
          showSizeChanger={false}
          onChange={(page) => list.change({ page })}
        />
      )}
    </div>
  );
}
