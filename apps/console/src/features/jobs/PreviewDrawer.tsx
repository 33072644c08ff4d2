import { EmptyState, SkeletonRows, StatusTag, useMobile } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { client } from '../../session/http.ts';
import { type Draft, orderOf } from './command-draft.ts';

const WIDTH = 560;

/** What a command would do on each machine, without doing it. */
export function PreviewDrawer({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { t } = useTranslation(['jobs', 'screens']);
  const mobile = useMobile();
  const order = orderOf(draft);
  const preview = useQuery({
    queryKey: keyOf('jobs', 'preview', order),
    queryFn: ({ signal }) => client.jobs.preview(order, { signal }),
    gcTime: 0,
    retry: false,
  });
  const { total = 0, hosts = [] } = preview.data ?? {};
  return (
    <Drawer open title={t('preview.title')} size={mobile ? '100%' : WIDTH} onClose={onClose}>
      {preview.isPending && <SkeletonRows rows={5} columns={2} label={t('screens:list.loading')} />}
      {preview.isError && <LoadFailed title={t('screens:form.refused')} error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.data && total === 0 && <EmptyState title={t('preview.none')} text={t('preview.noneText')} />}
      {total > 0 && <p className="s-note">{t('preview.text', { count: total })}</p>}
      {hosts.map(({ id, name, account, reason, command }) => (
        <section key={id} className="j-preview">
          <h3>
            <span translate="no">{name}</span>
            {account !== '' && <span translate="no">{account}</span>}
            {reason !== '' && <StatusTag tone="warning">{t('preview.leftOut')}</StatusTag>}
          </h3>
          {reason !== '' && <p className="j-names">{reason}</p>}
          {command !== '' && (
            <pre className="s-pre j-output" translate="no">
              {command}
            </pre>
          )}
        </section>
      ))}
      {hosts.length < total && <p className="s-note">{t('preview.more', { count: hosts.length })}</p>}
    </Drawer>
  );
}
