import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import { Pager } from './Pager.tsx';
import type { ResourceListModel } from './useResourceList.ts';

/** Below the rows: how many there are, how many are ticked and where, and the pages. */
export function ListFoot<R extends Row>({ list }: { list: ResourceListModel<R> }) {
  const { t } = useTranslation('lists');
  const { selection, state, total, capped, reachable } = list;
  const count = selection.selected.length;
  return (
    <div className="s-foot">
      <span className="s-foot-text">
        {total > 0 && <span>{capped ? t('totalMore', { count: total }) : t('total', { count: total })}</span>}
        <span aria-live="polite">
          {count > 0 && (selection.pages > 1 ? t('select.onPages', { count, pages: selection.pages }) : t('select.count', { count }))}
        </span>
        {count > 0 && (
          <button type="button" className="p-bare s-link" onClick={selection.clear}>
            {t('select.clear')}
          </button>
        )}
      </span>
      <Pager page={state.page} size={state.size} total={reachable} onChange={list.change} />
    </div>
  );
}
