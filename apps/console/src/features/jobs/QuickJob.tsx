import './jobs.css';
import { Button, Surface, toast } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { BookOpen, Eye, FolderOpen, Play, Save } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { onDemand } from '../../data/on-demand.tsx';
import { useHandler } from '../../data/useHandler.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import { Page } from '../../screens/page/Page.tsx';
import { TreePane } from '../../screens/tree/TreePane.tsx';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { CommandEditor } from './CommandEditor.tsx';
import { type Draft, draftOf, FIRST, lackOf, orderOf } from './command-draft.ts';
import { QuickForm } from './QuickForm.tsx';
import { RunResult } from './RunResult.tsx';
import { TargetTree } from './TargetTree.tsx';
import { useRun } from './useRun.ts';

const OpenCommand = onDemand(() => import('./KeptCommands.tsx').then((module) => module.OpenCommand));
const SaveCommand = onDemand(() => import('./KeptCommands.tsx').then((module) => module.SaveCommand));
const VariablesDialog = onDemand(() => import('./VariablesDialog.tsx').then((module) => module.VariablesDialog));
const PreviewDrawer = onDemand(() => import('./PreviewDrawer.tsx').then((module) => module.PreviewDrawer));

type Part = 'open' | 'save' | 'variables' | 'preview';

/** The run of the address, and what it was made of. */
function useStarted(task: string | undefined) {
  return useQuery({
    queryKey: ['quick-job', task],
    queryFn: async ({ signal }) => {
      const { job } = await client.jobExecutions.retrieve(task ?? '', {}, { signal });
      return job ? draftOf(await client.jobs.retrieve(job.id, {}, { signal })) : undefined;
    },
    enabled: task !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Whether the run of the address is still going on. */
function useGoing(task: string | undefined): boolean {
  const { run, over, error } = useRun(task);
  return task !== undefined && run !== undefined && !over && !error;
}

/** A command on several machines at once, and what came of it (docs/behaviour/workbench.md#quick-command). */
export function QuickJob() {
  const { t } = useTranslation('jobs');
  const [params, setParams] = useSearchParams();
  const task = params.get('taskId') ?? undefined;
  // What was typed here before is not overwritten by what was read again.
  const [entered] = useState(task);
  const started = useStarted(entered);
  const [draft, setDraft] = useState<Draft>(FIRST);
  useEffect(() => {
    if (started.data) setDraft(started.data);
  }, [started.data]);
  const put = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }));
  // Here and not at the buttons: these are drawn anew when the window becomes narrow.
  const [part, setPart] = useState<Part>();
  const close = () => setPart(undefined);
  const show = (id: string) => setParams({ taskId: id }, { replace: true });
  return (
    <Page title={t('quick.title')} help={t('quick.help')}>
      <TreePane name="quickJob" tree={<TargetTree value={draft.targets} onChange={(targets) => put({ targets })} />}>
        <div className="s-stack">
          <Surface>
            <QuickForm draft={draft} put={put} />
            <QuickCommand draft={draft} put={put} task={task} onRun={show} onOpen={setPart} />
          </Surface>
          {task && <RunResult key={task} id={task} onRun={show} />}
        </div>
      </TreePane>
      {part === 'open' && (
        <OpenCommand
          onClose={close}
          onTake={(command) => {
            put(command);
            close();
          }}
        />
      )}
      {part === 'save' && <SaveCommand command={draft} onClose={close} />}
      {part === 'variables' && <VariablesDialog onClose={close} />}
      {part === 'preview' && <PreviewDrawer draft={draft} onClose={close} />}
    </Page>
  );
}

interface CommandProps {
  draft: Draft;
  put: (change: Partial<Draft>) => void;
  task: string | undefined;
  onRun: (id: string) => void;
  onOpen: (part: Part) => void;
}

/** The editor and what is done with what stands in it. */
function QuickCommand({ draft, put, task, onRun, onOpen }: CommandProps) {
  const { t } = useTranslation('jobs');
  const { inRoot, unless } = useRefusals();
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const act = useRunAction();
  const [starting, setStarting] = useState(false);
  const going = useGoing(task) || starting;
  /** Whether all is there; says what is not. */
  const isReady = (): boolean => {
    const lack = lackOf(draft);
    if (lack) toast.error(t(`quick.lacks.${lack}`));
    return !lack;
  };
  const run = useHandler(async () => {
    if (going || isRoot || !isReady()) return;
    setStarting(true);
    const { timeout, parallelism } = draft;
    await act(async () => {
      const { task_id } = await client.jobs.create({ ...orderOf(draft), timeout, parallelism, instant: true, is_periodic: false });
      if (task_id) onRun(task_id);
    });
    setStarting(false);
  });
  return (
    <>
      <CommandEditor
        value={draft.args}
        onChange={(args) => put({ args })}
        module={draft.module}
        label={t('quick.editor')}
        onRun={() => void run()}
        focused
      />
      {isRoot && <p className="s-note">{t('quick.isRoot')}</p>}
      <div className="j-actions">
        <Button type="primary" icon={<Play size={14} />} loading={going} refused={inRoot} onClick={() => void run()}>
          {t(going ? 'quick.running' : 'quick.run')}
        </Button>
        <Button icon={<Eye size={14} />} refused={inRoot} onClick={() => isReady() && onOpen('preview')}>
          {t('quick.dryRun')}
        </Button>
        <span className="j-gap" />
        {can('ops.view_adhoc') && (
          <Button icon={<FolderOpen size={14} />} onClick={() => onOpen('open')}>
            {t('quick.open')}
          </Button>
        )}
        {can('ops.add_adhoc') && (
          <Button
            icon={<Save size={14} />}
            refused={inRoot || unless(draft.args.trim() !== '', 'refused:empty')}
            onClick={() => onOpen('save')}
          >
            {t('quick.save')}
          </Button>
        )}
        <Button icon={<BookOpen size={14} />} onClick={() => onOpen('variables')}>
          {t('quick.variables')}
        </Button>
      </div>
    </>
  );
}
