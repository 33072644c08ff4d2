import './jobs.css';
import { Button, Surface, toast, useHandler } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { BookOpen, Eye, FolderOpen, Play, Save } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { onDemand } from '../../data/on-demand.tsx';
import { useRunAction } from '../../data/useRunAction.ts';
import { Page } from '../../screens/page/Page.tsx';
import { TreePane } from '../../screens/tree/TreePane.tsx';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { CommandEditor } from './CommandEditor.tsx';
import { type Draft, draftOf, FIRST, lackOf, orderOf } from './command-draft.ts';
import { ParametersInput } from './ParametersInput.tsx';
import { type Parameter, wrongWith } from './parameters.ts';
import { QuickForm } from './QuickForm.tsx';
import { RunResult } from './RunResult.tsx';
import { TargetTree } from './TargetTree.tsx';
import { useRun } from './useRun.ts';

const OpenCommand = onDemand(() => import('./KeptCommands.tsx').then((module) => module.OpenCommand));
const SaveCommand = onDemand(() => import('./KeptCommands.tsx').then((module) => module.SaveCommand));
const VariablesDialog = onDemand(() => import('./VariablesDialog.tsx').then((module) => module.VariablesDialog));
const PreviewDrawer = onDemand(() => import('./PreviewDrawer.tsx').then((module) => module.PreviewDrawer));
const ParametersDialog = onDemand(() => import('./ParametersDialog.tsx').then((module) => module.ParametersDialog));

type Part = 'open' | 'save' | 'variables' | 'preview' | 'askToPreview' | 'askToRun';

/** The run of the address, and what it was made of. */
function useStarted(task: string | undefined) {
  return useQuery({
    queryKey: ['quick-job', task],
    queryFn: async ({ signal }) => {
      const { job, parameters } = await client.jobExecutions.retrieve(task ?? '', {}, { signal });
      return job ? draftOf(await client.jobs.retrieve(job.id, {}, { signal }), parameters) : undefined;
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

/** Starts what is put together, once at a time, and answers whether it began. */
function useStart(task: string | undefined, onRun: (id: string) => void) {
  const act = useRunAction();
  const [starting, setStarting] = useState(false);
  const start = async (draft: Draft): Promise<boolean> => {
    setStarting(true);
    const { timeout, parallelism, parameters } = draft;
    const how = { timeout, parallelism, use_parameter_define: parameters.length > 0, instant: true, is_periodic: false };
    const begun = await act(async () => {
      const { task_id } = await client.jobs.create({ ...orderOf(draft), ...how });
      if (task_id) onRun(task_id);
    });
    setStarting(false);
    return begun;
  };
  return { going: useGoing(task) || starting, start };
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
  const { going, start } = useStart(task, show);
  const asks = draft.parameters.length > 0;
  const run = useHandler(() => (asks ? setPart('askToRun') : void start(draft)));
  return (
    <Page title={t('quick.title')} help={t('quick.help')}>
      <TreePane name="quickJob" tree={<TargetTree value={draft.targets} onChange={(targets) => put({ targets })} />}>
        <div className="s-stack">
          <Surface>
            <QuickForm draft={draft} put={put} />
            <QuickCommand
              draft={draft}
              put={put}
              going={going}
              onRun={run}
              onPreview={() => setPart(asks ? 'askToPreview' : 'preview')}
              onOpen={setPart}
            >
              <QuickParameters key={String(started.isSuccess)} value={draft.parameters} onChange={(parameters) => put({ parameters })} />
            </QuickCommand>
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
      {(part === 'askToPreview' || part === 'askToRun') && (
        <ParametersDialog
          title={t('quick.values')}
          verb={t(part === 'askToRun' ? 'quick.run' : 'quick.dryRun')}
          parameters={draft.parameters}
          last={draft.values}
          onRun={async (values) => {
            put({ values });
            if (part === 'askToPreview') setPart('preview');
            else if (await start({ ...draft, values })) close();
          }}
          onClose={close}
        />
      )}
      {part === 'preview' && <PreviewDrawer draft={draft} onClose={close} />}
    </Page>
  );
}

const PARAMETERS = { type: 'json', required: false, read_only: false, write_only: false } as const;

/** What the command asks for before it is run. */
function QuickParameters({ value, onChange }: { value: readonly Parameter[]; onChange: (value: readonly Parameter[]) => void }) {
  const { t } = useTranslation('jobs');
  return (
    <div className="j-quick-parameters">
      {value.length > 0 && <p className="s-note">{t('parameters.help', { sample: '{{ key }}', interpolation: { escapeValue: false } })}</p>}
      <ParametersInput
        id="parameters"
        info={{ ...PARAMETERS, label: t('form.parameters') }}
        value={value}
        onChange={(next) => onChange(next as readonly Parameter[])}
      />
    </div>
  );
}

interface CommandProps {
  draft: Draft;
  put: (change: Partial<Draft>) => void;
  /** It is being run. */
  going: boolean;
  /** Nothing is missing, and it is to be run, or looked at. */
  onRun: () => void;
  onPreview: () => void;
  onOpen: (part: Part) => void;
  /** What stands between the editor and its buttons. */
  children: ReactNode;
}

/** The editor and what is done with what stands in it. */
function QuickCommand({ draft, put, going, onRun, onPreview, onOpen, children }: CommandProps) {
  const { t } = useTranslation('jobs');
  const { inRoot, unless } = useRefusals();
  const { can } = useAuth();
  const { isRoot } = useOrg();
  /** Whether all is there; says what is not. */
  const isReady = (): boolean => {
    const lack = lackOf(draft);
    const wrong = lack ? undefined : wrongWith(draft.parameters);
    if (lack) toast.error(t(`quick.lacks.${lack}`));
    if (wrong) toast.error(t(`parameters.wrong.${wrong}`));
    return !lack && !wrong;
  };
  const run = useHandler(() => {
    if (!going && !isRoot && isReady()) onRun();
  });
  return (
    <>
      <CommandEditor
        value={draft.args}
        onChange={(args) => put({ args })}
        module={draft.module}
        label={t('quick.editor')}
        onRun={run}
        focused
      />
      {children}
      {isRoot && <p className="s-note">{t('quick.isRoot')}</p>}
      <div className="j-actions">
        <Button type="primary" icon={<Play size={14} />} loading={going} refused={inRoot} onClick={run}>
          {t(going ? 'quick.running' : 'quick.run')}
        </Button>
        <Button icon={<Eye size={14} />} refused={inRoot} onClick={() => isReady() && onPreview()}>
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
