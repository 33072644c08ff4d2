import { Surface } from '@postern/ui';
import { Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HostStatusTag } from './HostStatusTag.tsx';
import { Output } from './Output.tsx';
import { type Group, hostName } from './results.ts';

/** Names that a group says before it only counts. */
const NAMED = 20;
const PAGE = 20;

/** Machines that said the same, together. */
export function OutputGroups({ groups }: { groups: readonly Group[] }) {
  const { t } = useTranslation('jobs');
  const [page, setPage] = useState(1);
  const at = Math.min(page, Math.max(1, Math.ceil(groups.length / PAGE)));
  if (groups.length === 0) return <p className="s-note">{t('run.nothingOver')}</p>;
  return (
    <div className="s-stack">
      {groups.slice((at - 1) * PAGE, at * PAGE).map(({ key, status, output, exitCode, hosts }) => {
        const title = t('run.sameOutput', { count: hosts.length });
        const more = hosts.length - NAMED;
        return (
          <Surface key={key} title={title} actions={<HostStatusTag status={status} />}>
            <p className="j-names">
              <span translate="no">{hosts.slice(0, NAMED).map(hostName).join(', ')}</span>
              {more > 0 && ` ${t('run.andMore', { count: more })}`}
              {exitCode !== null && ` · ${t('run.exit', { code: exitCode })}`}
            </p>
            <Output output={output} label={title} isCut={hosts[0]?.is_cut ?? false} />
          </Surface>
        );
      })}
      <Pagination current={at} pageSize={PAGE} total={groups.length} showSizeChanger={false} hideOnSinglePage onChange={setPage} />
    </div>
  );
}
