import './preview.css';
import { EmptyState, FactList, IconButton, SkeletonRows, useHandler } from '@postern/ui';
import { Drawer } from 'antd';
import { FileQuestion, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { cutTitle, type Row, titleOf } from '../../model/resource.ts';
import { errorMessage } from '../../session/errors.ts';
import { factsOf } from '../detail/facts.tsx';
import { useResourceDetail } from '../detail/useResourceDetail.ts';
import { LinkButton } from '../LinkButton.tsx';
import type { ListDefinition, RowAction } from '../list/list-definition.ts';
import { RowActions } from '../list/RowActions.tsx';
import { cellOf } from '../list/TableRow.tsx';
import { isTyping } from '../list/useListKeys.ts';
import type { ResourceListModel } from '../list/useResourceList.ts';
import { useRowWords } from '../list/useRowWords.ts';
import { type RowPreviewModel, rowElement } from './useRowPreview.ts';

interface Props<R extends Row> {
  id: string;
  definition: ListDefinition<R>;
  list: ResourceListModel<R>;
  actions: readonly RowAction<R>[];
  preview: RowPreviewModel<R>;
  linkOf: (row: R) => string | undefined;
  onRun: (action: RowAction<R>, row: R) => void;
  within: RefObject<HTMLElement | null>;
  /** It comes up from below. */
  phone: boolean;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A row looked at beside its list: what is known of it and what can be done with it (docs/behaviour/lists.md#preview). */
export function RowPreview<R extends Row>(props: Props<R>) {
  const { id, definition, list, actions, preview, linkOf, onRun, phone } = props;
  const { t } = useTranslation(['lists', 'screens']);
  // Facts look up their words without a prefix.
  const { t: ofScreens } = useTranslation('screens');
  const words = useRowWords();
  const detail = useResourceDetail<R>(definition.resource.url, id);
  const listed = list.rows.find((row) => String(row.id) === id);
  const row = detail.row && { ...listed, ...detail.row };
  const known = row ?? listed;
  const name = cutTitle(titleOf(known));
  usePreviewKeys(props);

  const to = known && linkOf(known);
  const content = (
    <>
      {known && (
        <div className="s-preview-actions">
          {to && (
            <LinkButton to={to} size="small">
              {t('preview.open')}
            </LinkButton>
          )}
          <RowActions row={known} actions={actions} more={words.more} onRun={onRun} direct={2} />
        </div>
      )}
      {row ? (
        <FactList facts={factsOf(row, list.fields, namesOf(list, row), ofScreens, cellsOf(definition, list))} />
      ) : detail.error ? (
        <EmptyState
          icon={detail.gone ? FileQuestion : TriangleAlert}
          title={t(detail.gone ? 'preview.gone' : 'screens:detail.failed')}
          text={detail.gone ? undefined : errorMessage(detail.error)}
        />
      ) : (
        <SkeletonRows rows={8} columns={2} label={t('screens:list.loading')} />
      )}
    </>
  );
  if (phone)
    return (
      <Drawer open placement="bottom" size="80%" title={name} onClose={preview.close}>
        {content}
      </Drawer>
    );
  return (
    <aside className="s-preview" tabIndex={-1} aria-label={t('preview.of', { name })}>
      <header>
        <h2>{name}</h2>
        <IconButton icon={X} label={t('preview.close')} onClick={preview.close} />
      </header>
      <div className="s-preview-body">{content}</div>
    </aside>
  );
}

/** The columns first, as the table has them, then whatever else is known. */
function namesOf<R extends Row>({ visible, offered }: ResourceListModel<R>, row: R): string[] {
  return [...visible, ...offered.filter((name) => !visible.includes(name) && !isEmpty(row[name]))];
}

/** Cells that the screen draws its own way are drawn so here. */
function cellsOf<R extends Row>(definition: ListDefinition<R>, { fields }: ResourceListModel<R>) {
  const own = Object.entries(definition.cells ?? {}).filter(([, { render, Cell }]) => render || Cell);
  return Object.fromEntries(
    own.map(([name]): [string, (row: R) => ReactNode] => [name, (row) => cellOf(definition, name, fields[name], row)]),
  );
}

/** While it is open the arrows go to the next row from anywhere, and Esc closes it; unless somebody types, or another thing is in front. */
function usePreviewKeys<R extends Row>({ id, list, preview, within, phone }: Props<R>): void {
  const press = useHandler((event: globalThis.KeyboardEvent) => {
    const { target, key } = event;
    if (phone || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
    if (target !== document.body && !(target instanceof Node && within.current?.contains(target))) return;
    if (key === 'Escape') preview.close();
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const at = list.rows.findIndex((row) => String(row.id) === id);
      const next = at < 0 ? undefined : list.rows[at + (key === 'ArrowDown' ? 1 : -1)];
      if (!next) return;
      preview.show(String(next.id));
      rowElement(within.current, String(next.id))?.scrollIntoView?.({ block: 'nearest' });
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [press]);
}
