import { type MenuLine, toast } from '@postern/ui';
import { Bookmark, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import type { Row } from '../../model/resource.ts';
import type { SavedView } from '../../model/view-config.ts';
import { PopMenu } from './PopMenu.tsx';
import type { ResourceListModel } from './useResourceList.ts';
import { useViewActions } from './useViewActions.ts';

const ViewNameDialog = onDemand(() => import('./ViewNameDialog.tsx').then((module) => module.ViewNameDialog));

const NONE = 'none';

/** The named looks at this table, one's own and those of the organisation: open, save, share, delete. The open one is in the address. */
export function ViewMenu<R extends Row>({ list }: { list: ResourceListModel<R> }) {
  const { t } = useTranslation(['lists', 'screens']);
  const [naming, setNaming] = useState<'create' | 'rename'>();
  const { views, current, openView, viewChanged } = list;
  const { active } = views;
  const { actions, offered, rename, mayUpdate, isMine } = useViewActions(list);

  const pick = (key: string) => {
    if (key === NONE) openView(undefined);
    else if (key === 'create' || key === 'rename') setNaming(key);
    else if (active && Object.hasOwn(actions, key)) void actions[key as keyof typeof actions](active);
    else openView(views.views?.find((view) => view.id === key));
  };
  const group = (title: string, some: readonly SavedView[], by: boolean) =>
    some.length === 0
      ? []
      : [
          {
            key: title,
            type: 'group' as const,
            label: title,
            children: some.map(({ id, name, author }) => ({ key: id, label: name, ...(by ? { extra: author } : {}) })),
          },
        ];
  const items = (): MenuLine[] => {
    const all = views.views ?? [];
    return [
      { key: NONE, label: t('view.none') },
      ...group(
        t('view.own'),
        all.filter(({ shared }) => !shared),
        false,
      ),
      ...group(
        t('view.ofOrganisation'),
        all.filter(({ shared }) => shared),
        true,
      ),
      ...(views.views?.length === 0 ? [{ key: 'empty', label: t('view.empty'), locked: true }] : []),
      { type: 'divider' as const },
      ...(active && viewChanged && mayUpdate(active) ? [{ key: 'update', label: t('view.update', { name: active.name }) }] : []),
      { key: 'create', label: t(active && !isMine(active) ? 'view.copy' : 'view.create') },
      ...(active ? offered(active).map((key) => ({ key, label: t(`view.${key}`), danger: key === 'delete' })) : []),
    ];
  };
  return (
    <>
      <PopMenu items={items} chosen={[active?.id ?? NONE]} onPick={pick} onOpen={views.want}>
        {(button) => (
          <button {...button} type="button" className={active ? 'p-bare s-view is-on' : 'p-bare s-view'} title={t('view.title')}>
            <Bookmark size={14} aria-hidden />
            <span>{active ? active.name : t('view.title')}</span>
            {active && viewChanged && <i title={t('view.changed')}>•</i>}
            <ChevronDown size={14} aria-hidden />
          </button>
        )}
      </PopMenu>

      {naming && (
        <ViewNameDialog
          title={t(naming === 'create' ? 'view.create' : 'view.rename')}
          initial={active && (naming === 'rename' || !isMine(active)) ? active.name : ''}
          text={t(naming === 'rename' && active?.shared ? 'view.textShared' : 'view.text')}
          onClose={() => setNaming(undefined)}
          onSave={async (name) => {
            if (naming === 'rename' && active) await rename(active, name);
            else {
              const { id } = await views.create(name, current());
              list.change({ view: id });
            }
            toast.success(t('view.saved', { name }));
          }}
        />
      )}
    </>
  );
}
