import type { Api } from '@postern/client/api';
import { Button, RelativeTime, SkeletonRows, StatusTag, Surface } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { choiceValue, relatedId, relatedName } from '../../model/metadata.ts';
import { type Row, right } from '../../model/resource.ts';
import type { Values } from '../../model/values.ts';
import { client } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';
import { MODULES, POLICIES } from './command-draft.ts';
import { DiffLines } from './DiffLines.tsx';
import { CommandCell } from './run-cells.tsx';

type Ran = Extract<Awaited<ReturnType<Api['jobs']['versions']>>, readonly unknown[]>[number];

/** A job as it is now or was. Without runs it has not run yet. */
type Version = Pick<Ran, 'version' | 'playbook' | 'module' | 'args' | 'chdir' | 'runas' | 'runas_policy'> &
  Partial<Pick<Ran, 'date_first' | 'runs'>>;

/** What the form of a job is opened with to be filled with an earlier version. */
export interface AgainState {
  again?: { version: number; values: Values };
}

const playbookOf = (job: Row): Version['playbook'] => {
  const id = relatedId(job.playbook);
  return id === undefined ? null : { id: String(id), name: relatedName(job.playbook) };
};

const current = (job: Row): Version => ({
  version: Number(job.version),
  playbook: playbookOf(job),
  module: String(choiceValue(job.module) ?? ''),
  args: String(job.args ?? ''),
  chdir: String(job.chdir ?? ''),
  runas: String(job.runas ?? ''),
  runas_policy: String(choiceValue(job.runas_policy) ?? ''),
});

/** Earlier contents of a job, with what differs between two of them; each can be used again. */
export function JobVersions({ job }: { job: Row }) {
  const { t } = useTranslation(['jobs', 'screens']);
  const id = String(job.id);
  const ran = useQuery({
    queryKey: keyOf('jobs', 'versions', id),
    queryFn: ({ signal }) => client.jobs.versions(id, {}, { signal }),
    staleTime: 0,
  });
  if (ran.isPending) return <SkeletonRows rows={4} columns={3} label={t('screens:list.loading')} />;
  if (ran.isError) return <LoadFailed title={t('screens:detail.failed')} error={ran.error} onRetry={() => void ran.refetch()} />;
  const now = current(job);
  const all: Version[] = ran.data.some(({ version }) => version === now.version) ? ran.data : [now, ...ran.data];
  return (
    <div className="s-stack">
      <VersionTable job={job} versions={all} now={now.version} />
      {all.length > 1 ? <Compared versions={all} /> : <p className="s-note">{t('versions.one')}</p>}
    </div>
  );
}

function VersionTable({ job, versions, now }: { job: Row; versions: readonly Version[]; now: number }) {
  const { t } = useTranslation('jobs');
  const { without, inRoot } = useRefusals();
  const navigate = useNavigate();
  const again = ({ version, playbook, module, args, chdir, runas, runas_policy }: Version) => {
    const ran = playbook ? { playbook } : { module, args, chdir };
    const state: AgainState = { again: { version, values: { ...ran, runas, runas_policy } } };
    void navigate(`${RESOURCES.job.path}/${job.id}/update`, { state });
  };
  return (
    <Surface title={t('versions.title')} purpose={t('versions.purpose')}>
      <ul className="j-hosts">
        {versions.map((one) => (
          <li key={one.version} className="j-host j-version">
            <span className="j-version-name">
              {t('versions.name', { version: one.version })}
              {one.version === now && <StatusTag tone="info">{t('versions.current')}</StatusTag>}
            </span>
            <span className="s-note">
              {one.date_first === undefined ? t('versions.neverRan') : <FirstRun at={one.date_first} runs={one.runs ?? 0} />}
            </span>
            <CommandCell value={one.playbook?.name ?? one.args} />
            {one.version !== now && (
              <Button
                size="small"
                icon={<History size={14} />}
                refused={inRoot || without(right(RESOURCES.job, 'change'))}
                onClick={() => again(one)}
              >
                {t('versions.again')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Surface>
  );
}

function FirstRun({ at, runs }: { at: string | null; runs: number }) {
  const { t, i18n } = useTranslation('jobs');
  return (
    <>
      {t('versions.firstRun')} <RelativeTime value={at} language={i18n.language} />
      {' · '}
      {t('versions.runs', { count: runs })}
    </>
  );
}

/** Two versions line by line: first how it is run, then what. */
function Compared({ versions }: { versions: readonly Version[] }) {
  const { t } = useTranslation('jobs');
  const [left, setLeft] = useState(versions[1]?.version);
  const [right, setRight] = useState(versions[0]?.version);
  const textOf = (version: number | undefined): string => {
    const one = versions.find((candidate) => candidate.version === version);
    if (!one) return '';
    const runas = [
      [t('quick.runas'), one.runas],
      [t('quick.policy'), t(`quick.policies.${POLICIES.find((known) => known === one.runas_policy) ?? 'skip'}`)],
    ];
    const lines = (head: string[][]) => head.map(([label, value]) => `${label}: ${value}`);
    if (one.playbook) return lines([[t('versions.playbook'), one.playbook.name ?? ''], ...runas]).join('\n');
    const head = [
      [t('quick.language'), t(`quick.languages.${MODULES.find((known) => known === one.module) ?? 'shell'}`)],
      ...runas,
      [t('versions.folder'), one.chdir || '~'],
    ];
    return [...lines(head), '', one.args].join('\n');
  };
  const side = (label: string, value: number | undefined, put: (value: number) => void) => (
    <div className="j-side">
      <span aria-hidden>{label}</span>
      <Select
        aria-label={label}
        value={value}
        options={versions.map(({ version }) => ({ value: version, label: t('versions.name', { version }) }))}
        onChange={put}
      />
    </div>
  );
  return (
    <Surface title={t('run.compare')}>
      <div className="s-stack">
        <div className="j-sides">
          {side(t('run.left'), left, setLeft)}
          {side(t('run.right'), right, setRight)}
        </div>
        <DiffLines left={textOf(left)} right={textOf(right)} />
      </div>
    </Surface>
  );
}
