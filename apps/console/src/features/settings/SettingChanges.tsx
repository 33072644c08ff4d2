import '../../screens/screens.css';
import './settings.css';
import type { Row } from '@postern/client/api';
import { Button, EmptyState, SkeletonRows, useConfirm, useMobile } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import type { TFunction } from 'i18next';
import { ArrowRight, History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { useRunAction } from '../../data/useRunAction.ts';
import { client } from '../../session/http.ts';
import { refreshPublicSettings } from '../../startup/public-settings.ts';
import { effectsOf } from './setting-effects.ts';

const LOAD = 15;
/** Changes that the call answers at most. */
const MOST = 100;

interface Props {
  category: string;
  /** Name of a provider beside the first of its kind. */
  provider?: string;
  /** A setting is what it was before; the form of the page shows that. */
  onReverted(key: string, value: unknown): unknown;
}
type Operation = Row<'changes'>;
type Change = Operation['changes'][number];

/** A button, and behind it who set what to what on this page, with a way to take single changes back (docs/wire/settings.md#changes). */
export function SettingChanges(props: Props) {
  const { t } = useTranslation('settings');
  const [open, setOpen] = useState(false);
  const mobile = useMobile();
  return (
    <>
      <Button className="set-changes-open" icon={<History size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('changes.open')}
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title={t('changes.title')}
        size={mobile ? '100%' : 560}
        rootClassName="set-changes"
        destroyOnHidden
      >
        <Changes {...props} />
      </Drawer>
    </>
  );
}

function Changes({ category, provider = '', onReverted }: Props) {
  const { t } = useTranslation('settings');
  const [limit, setLimit] = useState(LOAD);
  const asked = { category, ...(provider ? { provider } : {}), limit, offset: 0 };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: keyOf('changes', 'list', asked),
    queryFn: ({ signal }) => client.changes.list(asked, { signal }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const revert = useRevert({ category, provider, onReverted }, () => refetch());
  if (error) return <LoadFailed title={t('changes.failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={5} columns={1} label={t('changes.loading')} />;
  if (data.results.length === 0) return <EmptyState icon={History} title={t('changes.none')} text={t('changes.noneText')} />;
  return (
    <>
      <ol className="set-changes__list">
        {data.results.map((operation) => (
          <li key={operation.id}>
            <p className="set-changes__who">
              <b>{operation.user}</b>
              <time>{operation.datetime}</time>
              <span>{operation.remote_addr}</span>
            </p>
            {operation.changes.map((change) => (
              <ChangeLine key={change.key} change={change} onRevert={() => void revert(operation, change)} />
            ))}
          </li>
        ))}
      </ol>
      {data.count > data.results.length ? (
        <Button
          block
          loading={isPlaceholderData}
          onClick={() => setLimit(Math.min(limit + LOAD, MOST))}
          refused={limit >= MOST && t('changes.most', { count: MOST })}
        >
          {t('changes.more')}
        </Button>
      ) : null}
    </>
  );
}

/** What is there by now, and who set it where that is known. */
function sinceOf(t: TFunction<'settings'>, { now: is, changed_by: by }: Change): string {
  const now = is || t('changes.empty');
  return by ? t('changes.sinceBy', { now, user: by.user, datetime: by.datetime }) : t('changes.since', { now });
}

function ChangeLine({ change, onRevert }: { change: Change; onRevert: () => void }) {
  const { t } = useTranslation('settings');
  const value = (text: string) => (text === '' ? <i>{t('changes.empty')}</i> : <span className="set-changes__value">{text}</span>);
  const since = sinceOf(t, change);
  return (
    <div className="set-changes__line">
      <div>
        <b>{change.label}</b>
        {change.secret ? (
          <p>{t('changes.secret')}</p>
        ) : (
          <p className="set-changes__values">
            {value(change.before)}
            <ArrowRight size={12} role="img" aria-label={t('changes.to')} />
            {value(change.after)}
          </p>
        )}
        {change.changed_since ? <p className="set-changes__since">{since}</p> : null}
        {change.can_revert ? null : <p className="set-changes__since">{change.reason}</p>}
      </div>
      {change.can_revert ? (
        <Button
          size="small"
          icon={<Undo2 size={14} aria-hidden="true" />}
          aria-label={t('changes.revertOf', { label: change.label })}
          onClick={onRevert}
        >
          {t('changes.revert')}
        </Button>
      ) : null}
    </div>
  );
}

/** Asks, with all that it would do, and does it. */
function useRevert({ category, provider, onReverted }: Required<Props>, reload: () => unknown) {
  const { t } = useTranslation(['settings', 'screens']);
  const confirm = useConfirm();
  const run = useRunAction();
  const question = async (change: Change) => {
    const empty = t('changes.empty');
    const effects = provider ? [] : await effectsOf(category, { [change.key]: change.value });
    return [
      t('changes.from', { now: change.now || empty, before: change.before || empty }),
      ...(change.changed_by ? [sinceOf(t, change)] : []),
      ...(change.forgets.length > 0 ? [t('changes.forgets', { labels: change.forgets.join(', ') })] : []),
      ...effects.map(({ message }) => message),
    ];
  };
  return async ({ id }: Operation, change: Change) => {
    const { key, label, seen, value, changed_since: anyway } = change;
    const lines: string[] = [];
    // What it would do is asked before the person is.
    if (!(await run(async () => lines.push(...(await question(change)))))) return;
    const agreed = await confirm({
      title: t('changes.question', { label }),
      text: (
        <div className="set-stack">
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </div>
      ),
      action: t('changes.answer'),
      cancel: t('screens:action.cancel'),
    });
    if (!agreed) return;
    const asked = { category, ...(provider ? { provider } : {}) };
    const done = await run(() => client.changes.revert(id, { key, seen, anyway }, { query: asked }), {
      done: t('changes.done', { label }),
    });
    // Also after a refusal: what stands in its way is to be seen.
    await reload();
    if (!done) return;
    await refreshPublicSettings();
    await onReverted(key, value);
  };
}
