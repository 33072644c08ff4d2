import { Button, numberText, SkeletonRows, Surface, useConfirm } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../../data/keys.ts';
import { LoadFailed } from '../../../data/LoadFailed.tsx';
import { HeadedTable } from '../../../fields/HeadedTable.tsx';
import { showError } from '../../../session/errors.ts';
import { client } from '../../../session/http.ts';
import { useUnless } from '../../../session/useRefusals.ts';
import { BASE } from '../../../startup/start.ts';
import { openLog, taskOf } from '../../tasks/task-log-page.ts';

/** Milliseconds between two looks while secrets move. */
const AGAIN = 1_500;

/** How many secrets are here and in the store, and moving them all by the saved settings. */
export function VaultStatus() {
  const { t, i18n } = useTranslation('settings');
  const unless = useUnless();
  const confirm = useConfirm();
  const queries = useQueryClient();
  // Below the settings' own key: saving them asks for the standing again.
  const key = [...keyOf('setting', 'get', { category: 'vault' }), 'standing'];
  const standing = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.vault.status({}, { signal }),
    refetchInterval: (query) => (query.state.data?.task ? AGAIN : AGAIN * 10),
  });
  const { data } = standing;
  if (standing.error && !data)
    return <LoadFailed title={t('vault.where')} error={standing.error} onRetry={() => void standing.refetch()} />;
  if (!data)
    return (
      <Surface title={t('vault.where')}>
        <SkeletonRows rows={3} columns={3} label={t('screens:list.loading')} />
      </Surface>
    );
  const waiting = data.enabled ? data.here : data.there;
  const count = (value: number) => numberText(value, i18n.language);
  const move = () =>
    confirm({
      title: t(data.enabled ? 'vault.confirmThere' : 'vault.confirmHere', { count: waiting, store: data.store }),
      text: t('vault.confirmText'),
      action: t(data.enabled ? 'vault.moveThere' : 'vault.moveHere'),
      cancel: t('shell:cancel'),
      run: async () => {
        try {
          taskOf(await client.vault.migrate());
        } catch (error) {
          showError(error);
        }
        await queries.invalidateQueries({ queryKey: key });
      },
    });
  const task = data.task;
  return (
    <Surface title={t('vault.where')} purpose={t('vault.wherePurpose')}>
      <div className="set-stack">
        {data.away ? <Alert type="warning" showIcon title={t('vault.away', { detail: data.away })} /> : null}
        {task ? <Alert type="info" showIcon title={t('vault.moving')} /> : null}
        <HeadedTable heads={[t('vault.kind'), t('vault.here'), t('vault.there')]}>
          {data.kinds.map(({ name, label, here, there }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>{count(here)}</td>
              <td>{count(there)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('vault.all')}</th>
            <td>{count(data.here)}</td>
            <td>{count(data.there)}</td>
          </tr>
        </HeadedTable>
        <div className="set-row">
          {task ? (
            <Button onClick={() => openLog(BASE, task)}>{t('vault.watch')}</Button>
          ) : (
            <Button refused={data.store ? unless(waiting > 0, 'refused:nothingLeft') : t('vault.notSetUp')} onClick={move}>
              {t(data.enabled ? 'vault.moveThere' : 'vault.moveHere')}
            </Button>
          )}
          {data.store ? null : <span>{t('vault.notSetUp')}</span>}
        </div>
      </div>
    </Surface>
  );
}
