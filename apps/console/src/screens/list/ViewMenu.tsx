import { toast } from '@postern/ui';
import { Bookmark, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import { useRunAction } from '../../data/useRunAction.ts';
import type { Row } from '../../model/resource.ts';
import { PopMenu } from './PopMenu.tsx';
import type { ResourceListModel } from './useResourceList.ts';

const ViewNameDialog = onDemand(() => import('./ViewNameDialog.tsx').then((module) => module.ViewNameDialog));

const NONE = 'none';

/** The person's named looks at this table: open, save, update, rename, delete. The open one is in the address. */
export function ViewMenu<R extends Row>({ list }: { list: ResourceListModel<R> }) {
  const { t } = useTranslation(['lists', 'screens']);
  const run = useRunAction();
  const [naming, setNaming] = useState<'create' | 'rename'>();
  const { views, current, openView, viewChanged } = list;
  const { active } = views;

  const pick = async (key: string) => {
    if (key === NONE) openView(undefined);
    else if (key === 'create' || key === 'rename') setNaming(key);
    else if (key === 'update' && active) {
      await run(() => views.change(active.id, { config: current() }), { done: t('view.saved', { name: active.name }) });
    } else if (key === 'delete' && active) {
      const question = { title: t('view.deleteTitle', { name: active.name }), verb: t('screens:action.delete'), danger: true };
      if (await run(() => views.remove(active.id), { question })) openView(undefined);
    } else openView(views.views?.find((view) => view.id === key));
  };
  const items = () => [
    { key: NONE, label: t('view.none') },
    ...(views.views ?? []).map((view) => ({ key: view.id, label: view.name })),
    { type: 'divider' as const },
    ...(active && viewChanged ? [{ key: 'update', label: t('view.update', { name: active.name }) }] : []),
    { key: 'create', label: t('view.create') },
    ...(active
      ? [
          { key: 'rename', label: t('view.rename') },
          { key: 'delete', label: t('view.delete'), danger: true },
        ]
      : []),
  ];
  return (
    <>
      <PopMenu items={items} chosen={[active?.id ?? NONE]} onPick={(key) => void pick(key)} onOpen={views.want}>
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
          initial={naming === 'rename' ? (active?.name ?? '') : ''}
          onClose={() => setNaming(undefined)}
          onSave={async (name) => {
            if (naming === 'rename' && active) await views.change(active.id, { name });
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
