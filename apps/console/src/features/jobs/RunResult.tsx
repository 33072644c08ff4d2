import './jobs.css';
import { Button, EmptyState, SkeletonRows, Surface } from '@postern/ui';
import { Input, Select, Tabs } from 'antd';
import { Download, RotateCcw, Square } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import { saveFile } from '../../data/save-file.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { errorMessage } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { HostList } from './HostList.tsx';
import { OutputDiff } from './OutputDiff.tsx';
import { OutputGroups } from './OutputGroups.tsx';
import { RunProgress } from './RunProgress.tsx';
import { type Counts, groupsOf, type Host, type HostStatus, hostsWith, notDoneOf, resultsSheet, STATUSES } from './results.ts';
import { useRun } from './useRun.ts';

const TaskLogPart = onDemand(() => import('../tasks/TaskLog.tsx').then((module) => module.TaskLogPart));

const NONE: readonly Host[] = [];

interface Props {
  id: string;
  /** A run that was started from here, to be shown instead. */
  onRun: (id: string) => void;
}

interface ResultProps {
  id: string;
  /** As in `Props`; without it, of somebody else's run, nothing is done from here. */
  onRun?: Props['onRun'];
}

/** What comes of a run: how far it is, what each machine answered, which answered alike, and what differs. */
export function RunResult({ id, onRun }: ResultProps) {
  const { t } = useTranslation(['jobs', 'screens']);
  const { run, hosts = NONE, over, error } = useRun(id, onRun ? 'jobExecutions' : 'jobLogs');
  const [status, setStatus] = useState<HostStatus>();
  const [word, setWord] = useState('');
  const shown = useMemo(() => hostsWith(hosts, { status, word }), [hosts, status, word]);
  const groups = useMemo(() => groupsOf(shown), [shown]);
  if (error && !run) return <EmptyState title={t('jobs:quick.lost')} text={errorMessage(error)} />;
  if (!run) return <SkeletonRows rows={4} columns={2} label={t('screens:list.loading')} />;
  const counts = run.counts as Counts;
  return (
    <Surface>
      <div className="j-result-head">
        <RunProgress counts={counts} />
        <div className="j-buttons">
          {onRun && <RunButtons id={id} job={run.job?.id} parameters={run.parameters} over={over} counts={counts} onRun={onRun} />}
          <ExportButton id={id} hosts={hosts} />
        </div>
      </div>
      <div className="j-filters">
        <Input
          value={word}
          allowClear
          maxLength={256}
          placeholder={t('run.search')}
          aria-label={t('run.search')}
          onChange={(event) => setWord(event.target.value)}
        />
        <Select
          value={status ?? ''}
          aria-label={t('run.status')}
          options={[
            { value: '' as const, label: t('run.every') },
            ...STATUSES.filter((one) => counts[one]).map((one) => ({ value: one, label: t(`status.${one}`) })),
          ]}
          onChange={(next: string) => setStatus(STATUSES.find((one) => one === next))}
        />
      </div>
      <Tabs
        className="s-tabs"
        destroyOnHidden
        items={[
          { key: 'hosts', label: t('run.hosts'), children: <HostList hosts={shown} /> },
          { key: 'groups', label: t('run.groups'), children: <OutputGroups groups={groups} /> },
          { key: 'compare', label: t('run.compare'), children: <OutputDiff groups={groups} hosts={shown} /> },
          ...(onRun ? [{ key: 'log', label: t('run.log'), children: <TaskLogPart id={id} /> }] : []),
        ]}
      />
    </Surface>
  );
}

interface ButtonsProps extends Props {
  job: string | undefined;
  parameters: unknown;
  over: boolean;
  counts: Counts;
}

/** What can be done with a run. */
function RunButtons({ id, job, parameters, over, counts, onRun }: ButtonsProps) {
  const { t } = useTranslation('jobs');
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const act = useRunAction();
  const mayRun = can('ops.add_jobexecution') && !isRoot;
  const left = notDoneOf(counts);
  const stop = () =>
    act(() => client.jobExecutions.stop(id), {
      question: { title: t('run.stopTitle'), text: t('run.stopText'), verb: t('run.stop'), danger: true },
    });
  const repeat = () => act(async () => onRun((await client.jobExecutions.create({ job: String(job), parameters, failed_of: id })).task_id));
  return (
    <>
      {!over && mayRun && (
        <Button danger icon={<Square size={14} />} onClick={() => void stop()}>
          {t('run.stop')}
        </Button>
      )}
      {over && left > 0 && job !== undefined && mayRun && (
        <Button icon={<RotateCcw size={14} />} onClick={() => void repeat()}>
          {t('run.repeat', { count: left })}
        </Button>
      )}
    </>
  );
}

/** What every machine answered, as a sheet. */
function ExportButton({ id, hosts }: { id: string; hosts: readonly Host[] }) {
  const { t } = useTranslation('jobs');
  const unless = useUnless();
  const download = () => {
    const heads = ['asset', 'status', 'account', 'exitCode', 'duration', 'reason', 'output'] as const;
    const sheet = resultsSheet(
      heads.map((head) => t(`run.${head}`)),
      hosts,
    );
    saveFile(`run-${id}.csv`, new Blob([sheet], { type: 'text/csv' }));
  };
  return (
    <Button icon={<Download size={14} />} refused={unless(hosts.length > 0, 'refused:noResults')} onClick={download}>
      {t('run.export')}
    </Button>
  );
}
