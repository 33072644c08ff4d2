import { EmptyState, SkeletonRows } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageOf } from '../../data/api.ts';
import { keyOf } from '../../data/keys.ts';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { useDebounced } from '../../data/useDebounced.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import { Dialog } from '../../fields/Dialog.tsx';
import { client } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { type Draft, MODULES } from './command-draft.ts';

type Command = Pick<Draft, 'module' | 'args'>;
const SHOWN = 50;

/** Takes a kept command into the editor, with its language. */
export function OpenCommand({ onTake, onClose }: { onTake: (command: Command) => void; onClose: () => void }) {
  const { t } = useTranslation(['jobs', 'screens']);
  const [typed, setTyped] = useState('');
  const asked = { search: useDebounced(typed.trim()), limit: SHOWN, offset: 0 };
  const kept = useQuery({
    queryKey: keyOf('adhocs', 'list', asked),
    queryFn: async ({ signal }) => pageOf(await client.adhocs.list(asked, { signal })).rows,
    placeholderData: (before) => before,
  });
  return (
    <Dialog title={t('kept.openTitle')} width={720} onClose={onClose}>
      <Input
        value={typed}
        allowClear
        maxLength={128}
        placeholder={t('kept.search')}
        aria-label={t('kept.search')}
        onChange={(event) => setTyped(event.target.value)}
      />
      {kept.isPending && <SkeletonRows rows={4} columns={2} label={t('screens:list.loading')} />}
      {kept.isError && <LoadFailed title={t('screens:select.failed')} error={kept.error} onRetry={() => void kept.refetch()} />}
      {kept.data?.length === 0 && <EmptyState title={t('kept.none')} text={t('kept.noneText')} />}
      <ul className="j-hosts">
        {(kept.data ?? []).map(({ id, name, module, args }) => (
          <li key={id} className="j-host">
            <div className="j-host-head">
              <span className="j-host-name" translate="no">
                {name}
              </span>
              <span>{module.label}</span>
              <Button
                size="small"
                aria-label={`${t('kept.take')}: ${name}`}
                onClick={() => onTake({ args, module: MODULES.find((one) => one === module.value) ?? 'shell' })}
              >
                {t('kept.take')}
              </Button>
            </div>
            <pre className="s-pre j-output" translate="no">
              {args}
            </pre>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Keeps the command of the editor by a name. */
export function SaveCommand({ command, onClose }: { command: Command; onClose: () => void }) {
  const { t } = useTranslation(['jobs', 'screens']);
  const unless = useUnless();
  const act = useRunAction();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const { module, args } = command;
    const done = await act(() => client.adhocs.create({ name: name.trim(), module, args, is_shared: isShared }), { done: t('kept.saved') });
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Dialog
      title={t('kept.saveTitle')}
      verb={t('screens:action.save')}
      run={() => void save()}
      busy={busy}
      refused={unless(name.trim() !== '', 'refused:nameless')}
      keeps
      onClose={onClose}
    >
      <div className="s-stack">
        <Input
          value={name}
          maxLength={128}
          autoFocus
          placeholder={t('kept.name')}
          aria-label={t('kept.name')}
          onChange={(event) => setName(event.target.value)}
        />
        <Checkbox checked={isShared} onChange={(event) => setShared(event.target.checked)}>
          {t('kept.shared')}
        </Checkbox>
      </div>
    </Dialog>
  );
}
