import { Pagination } from 'antd';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HostStatusTag } from './HostStatusTag.tsx';
import { Output } from './Output.tsx';
import { type Host, hostName, secondsOf, statusOf } from './results.ts';

/** Drawn at once, however many there are. */
const PAGE = 50;

/** Machines of a run, each with what it answered. */
export function HostList({ hosts }: { hosts: readonly Host[] }) {
  const { t } = useTranslation('jobs');
  const [page, setPage] = useState(1);
  const at = Math.min(page, Math.max(1, Math.ceil(hosts.length / PAGE)));
  if (hosts.length === 0) return <p className="s-note">{t('run.noMatch')}</p>;
  return (
    <>
      <ul className="j-hosts">
        {hosts.slice((at - 1) * PAGE, at * PAGE).map((host) => (
          <HostItem key={host.asset.id} host={host} />
        ))}
      </ul>
      <Pagination current={at} pageSize={PAGE} total={hosts.length} showSizeChanger={false} hideOnSinglePage onChange={setPage} />
    </>
  );
}

function HostItem({ host }: { host: Host }) {
  const { t } = useTranslation('jobs');
  const [open, setOpen] = useState(false);
  const name = hostName(host);
  const seconds = secondsOf(host);
  const Mark = open ? ChevronDown : ChevronRight;
  const label = t('run.show', { name });
  return (
    <li className="j-host">
      <button type="button" className="p-bare j-host-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Mark size={14} aria-hidden />
        <span className="j-host-name" translate="no">
          {name}
        </span>
        <HostStatusTag status={statusOf(host)} />
        {host.account !== '' && <span translate="no">{host.account}</span>}
        {host.exit_code !== null && <span>{t('run.exit', { code: host.exit_code })}</span>}
        {seconds !== undefined && <span>{t('run.seconds', { seconds })}</span>}
      </button>
      {host.reason !== '' && <p className="j-host-reason">{host.reason}</p>}
      {open && <Output output={host.output} label={label} isCut={host.is_cut} />}
    </li>
  );
}
