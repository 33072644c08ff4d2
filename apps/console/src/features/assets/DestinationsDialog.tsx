import { toast } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import { Dialog } from '../../fields/Dialog.tsx';
import type { Row } from '../../model/resource.ts';
import { errorMessage } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { accountNames, Changes } from './destination.tsx';

interface Props {
  ids: readonly Row['id'][];
  onClose: () => void;
  /** Some were confirmed. */
  onConfirmed: () => unknown;
}

/** Shows where the secrets of many assets would go since that changed, and confirms what was shown, all at once. */
export function DestinationsDialog({ ids, onClose, onConfirmed }: Props) {
  const { t } = useTranslation(['assets', 'screens']);
  const unless = useUnless();
  const runAction = useRunAction();
  const [busy, setBusy] = useState(false);
  const [moved, setMoved] = useState<readonly string[]>([]);
  const found = useQuery({
    queryKey: keyOf('assets', 'destinations', { assets: ids }),
    queryFn: ({ signal }) => client.assets.destinations({ assets: ids }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const unconfirmed = (found.data ?? []).filter(({ confirmed }) => !confirmed);
  const confirm = async () => {
    setBusy(true);
    let left: string[] = [];
    const done = await runAction(async () => {
      const assets = unconfirmed.map(({ id, seen }) => ({ id, seen }));
      const answer = await client.assets.confirmDestinations({ assets });
      left = answer.filter(({ confirmed }) => !confirmed).map(({ name }) => name);
    });
    setBusy(false);
    if (!done) return;
    await onConfirmed();
    if (left.length < unconfirmed.length) toast.success(t('destination.confirmed'));
    if (left.length === 0) return onClose();
    setMoved(left);
    await found.refetch();
  };
  return (
    <Dialog
      width={640}
      title={t('destination.question')}
      verb={t('destination.confirmMany', { count: unconfirmed.length })}
      refused={unless(unconfirmed.length > 0, 'refused:nothingLeft')}
      busy={busy}
      run={confirm}
      onClose={onClose}
    >
      {found.isError && <Alert type="error" showIcon title={errorMessage(found.error)} />}
      {found.isPending && <Skeleton active />}
      {found.data && unconfirmed.length === 0 && <p>{t('destination.none')}</p>}
      {moved.length > 0 && <Alert type="warning" showIcon title={t('destination.moved', { assets: moved.join(', ') })} />}
      {unconfirmed.length > 0 && (
        <>
          <p>{t('destination.manyText')}</p>
          <ul className="s-destinations">
            {unconfirmed.map((one) => (
              <li key={one.id} className="s-destination">
                <strong>{one.name}</strong> <small>{accountNames(one)}</small>
                <Changes changes={one.changes} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
