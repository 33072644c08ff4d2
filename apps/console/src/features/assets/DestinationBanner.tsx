import { ApiError } from '@postern/client/http';
import { toast } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import { useAuth } from '../../session/auth.tsx';
import { showError } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { accountNames, Changes } from './destination.tsx';

interface Props {
  assetId: string;
  /** Loads the page again after it was confirmed. */
  onConfirmed: () => unknown;
}

/** Says what changed about where secrets are sent, and lets those confirm it who may see them. Nothing while all is well. */
export function DestinationBanner({ assetId, onConfirmed }: Props) {
  const { t } = useTranslation('assets');
  const { can } = useAuth();
  const runAction = useRunAction();
  const found = useQuery({
    queryKey: keyOf('assets', 'destination', assetId),
    queryFn: ({ signal }) => client.assets.destination(assetId, {}, { signal }),
    staleTime: 0,
  });
  const { data } = found;
  if (!data || data.confirmed) return null;
  const accounts = accountNames(data);
  const mayConfirm = can('accounts.view_accountsecret');
  const confirm = async () => {
    const question = {
      title: t('destination.question'),
      text: t('destination.questionText', { accounts }),
      verb: t('destination.confirm'),
    };
    let moved = false;
    const run = () =>
      client.assets.confirmDestination(assetId, { seen: data.seen }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'destination_moved') throw error;
        // The question was about something else than what there is now.
        moved = true;
        showError(error);
      });
    if (!(await runAction(run, { question }))) return;
    await found.refetch();
    if (moved) return;
    toast.success(t('destination.confirmed'));
    await onConfirmed();
  };
  return (
    <Alert
      type="warning"
      showIcon
      className="s-alert s-destination"
      title={t('destination.title')}
      description={
        <>
          <p>
            {t('destination.text', { accounts })} {!mayConfirm && t('destination.who')}
          </p>
          {data.changes.length > 0 && <Changes changes={data.changes} />}
        </>
      }
      {...(mayConfirm ? { action: <Button onClick={() => void confirm()}>{t('destination.confirm')}</Button> } : {})}
    />
  );
}
