import { copyText, toast } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { useRunAction } from '../../data/useRunAction.ts';
import type { Row } from '../../model/resource.ts';
import type { SavedView } from '../../model/view-config.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { offerUndo } from '../form/offer-undo.ts';
import type { ResourceListModel } from './useResourceList.ts';

/** What can be done with the view that is open (docs/behaviour/lists.md#views). What its owner did can be taken back; others are asked before. */
export function useViewActions<R extends Row>(list: ResourceListModel<R>) {
  const { t } = useTranslation(['lists', 'screens']);
  const run = useRunAction();
  const { can, profile } = useAuth();
  const { isRoot } = useOrg();
  const { views, current, openView } = list;

  const isMine = ({ owner }: SavedView): boolean => owner === profile.id;
  const mayShare = can('settings.add_sharedview');
  const mayChange = (view: SavedView): boolean => (isMine(view) ? !view.shared || mayShare : can('settings.change_sharedview'));

  /** Writes part of a view, and offers its owner to have it as it was. */
  const change = async (view: SavedView, part: Parameters<typeof views.change>[1], done: string) => {
    if (!(await run(() => views.change(view.id, part)))) return;
    if (!isMine(view)) return void toast.success(done);
    const { name, config, shared } = view;
    offerUndo(done, t, () => views.change(view.id, { name, config, is_shared: shared }), views.refresh);
  };
  const remove = async (view: SavedView) => {
    const { name, config, shared, id } = view;
    const question = { title: t('view.deleteTitle', { name }), text: shared ? t('view.deleteShared') : undefined, danger: true };
    if (!(await run(() => views.remove(id), { question: { ...question, verb: t('screens:action.delete') } }))) return;
    openView(undefined);
    const done = t('view.deleted', { name });
    if (!isMine(view)) toast.success(done);
    else offerUndo(done, t, () => views.create(name, config, { id, is_shared: shared }), views.refresh);
  };
  const share = async (view: SavedView) => {
    const { name } = view;
    const question = { title: t('view.shareTitle', { name }), text: t('view.shareText'), verb: t('view.shareVerb') };
    await run(() => views.change(view.id, { is_shared: true }), { question, done: t('view.shared', { name }) });
  };
  const unshare = async (view: SavedView) => {
    const done = t('view.unshared', { name: view.name });
    if (isMine(view)) return change(view, { is_shared: false }, done);
    const question = { title: t('view.unshareTitle', { name: view.name }), text: t('view.unshareText'), verb: t('view.unshareVerb') };
    if (await run(() => views.change(view.id, { is_shared: false }), { question, done })) openView(undefined);
  };
  const copyLink = async (view: SavedView) => {
    const address = new URL(window.location.pathname, window.location.origin);
    address.searchParams.set('view', view.id);
    if (await copyText(address.href)) toast.success(t('view.linkCopied'));
  };

  const actions = {
    update: (view: SavedView) => change(view, { config: current() }, t('view.saved', { name: view.name })),
    share,
    unshare,
    link: copyLink,
    delete: remove,
  };
  /** Those that the person may use now, in the order of the menu. */
  const offered = (view: SavedView): (keyof typeof actions | 'rename')[] => [
    ...(mayChange(view) ? (['rename'] as const) : []),
    ...(!view.shared && mayShare && !isRoot && views.shareable ? (['share'] as const) : []),
    ...(view.shared && (isMine(view) || mayChange(view)) ? (['unshare'] as const) : []),
    'link',
    ...(isMine(view) || can('settings.delete_sharedview') ? (['delete'] as const) : []),
  ];
  const rename = (view: SavedView, name: string) => views.change(view.id, { name });
  return { actions, offered, rename, mayUpdate: mayChange, isMine };
}
