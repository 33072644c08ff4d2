import type { FieldInfo } from '@postern/contract/metadata';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { choiceValue } from '../../model/metadata.ts';
import type { Values } from '../../model/values.ts';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { PLAN_CONDITIONS, timerMissing } from '../account-automations/plan-fields.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { CommandInput } from './CommandEditor.tsx';
import { isNobody, NO_TARGETS, type Targets } from './command-draft.ts';
import type { AgainState } from './JobVersions.tsx';
import { ParametersInput } from './ParametersInput.tsx';
import { type Parameter, readDefinitions, wireDefinitions, wrongWith } from './parameters.ts';
import { TargetsInput } from './TargetsInput.tsx';
import { VariablesButton } from './VariablesButton.tsx';

const ASKS = { field: 'use_parameter_define', is: true } as const;

const parametersOf = (value: unknown): readonly Parameter[] => (Array.isArray(value) ? (value as Parameter[]) : readDefinitions(value));

/** Of a command or of a playbook: the form itself says so, since the kind of a job is never changed. */
const IS_COMMAND = { field: 'kind', is: 'adhoc' } as const;
const KIND = { type: 'string', required: false, read_only: false, write_only: false, label: '' } as const satisfies FieldInfo;
const IS_PLAYBOOK = { field: 'kind', is: 'playbook' } as const;

/** What is sent: assets and nodes as two lists, and parameters by their keys. */
export function jobBody({ targets, parameters_define, kind, ...values }: Values): Values {
  const { assets, nodes } = (targets ?? NO_TARGETS) as Targets;
  return { ...values, type: kind ?? 'adhoc', assets, nodes, parameters_define: wireDefinitions(parametersOf(parameters_define)) };
}

/** Create, change or copy a job (docs/behaviour/workbench.md#jobs). */
export function JobForm() {
  const { t } = useTranslation(['jobs', 'screens']);
  const [params] = useSearchParams();
  const again = useLocation().state as AgainState | null;
  const targets = { type: 'json', required: true, read_only: false, write_only: false, label: t('form.targets') } as FieldInfo;
  return (
    <FormPage
      resource={RESOURCES.job}
      {...(again?.again ? { hint: t('versions.filled', { version: again.again.version }) } : {})}
      groups={[
        { title: t('form.basic'), fields: ['kind', 'name'] },
        { title: t('form.what'), fields: ['module', 'args', 'chdir', 'timeout', 'playbook'] },
        { title: t('form.where'), fields: ['targets', 'runas', 'runas_policy', 'parallelism', 'is_repeatable'] },
        { title: t('form.parameters'), fields: ['use_parameter_define', 'parameters_define'] },
        { title: t('form.plan'), fields: ['run_after_save', 'is_periodic', 'crontab', 'interval', 'concurrency', 'notify'] },
        { title: t('form.other'), fields: ['comment'] },
      ]}
      initial={{
        kind: params.get('type') === 'playbook' ? 'playbook' : 'adhoc',
        playbook: params.get('playbook') ?? undefined,
        module: 'shell',
        runas: 'root',
        runas_policy: 'skip',
        timeout: -1,
        is_periodic: false,
        crontab: '0 0 * * *',
        parameters_define: [],
      }}
      load={(job) => ({
        ...job,
        ...again?.again?.values,
        kind: choiceValue(job.type),
        targets: { assets: job.assets, nodes: job.nodes },
        parameters_define: readDefinitions(job.parameters_define),
      })}
      prepare={jobBody}
      errorAlias={{ assets: 'targets', nodes: 'targets' }}
      fields={{
        name: { required: true },
        kind: { info: KIND, shown: () => false },
        module: { shown: IS_COMMAND, dropHidden: true },
        args: {
          shown: IS_COMMAND,
          dropHidden: true,
          required: true,
          Input: CommandInput,
          props: (values) => ({ module: values.module }),
          help: <VariablesButton />,
        },
        chdir: { shown: IS_COMMAND, dropHidden: true },
        timeout: { shown: IS_COMMAND, dropHidden: true },
        playbook: {
          shown: IS_PLAYBOOK,
          dropHidden: true,
          required: true,
          props: { url: RESOURCES.playbook.url },
          help: t('form.playbookHelp'),
        },
        targets: {
          info: targets,
          Input: TargetsInput,
          help: t('form.targetsHelp'),
          check: (value) => (isNobody((value ?? NO_TARGETS) as Targets) ? t('quick.lacks.targets') : undefined),
        },
        parameters_define: {
          shown: ASKS,
          Input: ParametersInput,
          help: t('parameters.help', { sample: '{{ key }}', interpolation: { escapeValue: false } }),
          check: (value, values) => {
            const wrong = values.use_parameter_define === true ? wrongWith(parametersOf(value)) : undefined;
            return wrong && t(`parameters.wrong.${wrong}`);
          },
        },
        crontab: { shown: PLAN_CONDITIONS.crontab, widget: 'cron', rules: ['cron'], help: t('form.crontabHelp') },
        interval: {
          shown: PLAN_CONDITIONS.interval,
          widget: 'interval',
          props: (values) => ({ unit: t('form.hours'), crontab: values.crontab }),
          check: (_value, values) => (timerMissing(values) ? t('form.timerMissing') : undefined),
        },
      }}
      next={(saved) => (saved.task_id ? pageOf('jobRun', String(saved.task_id)) : RESOURCES.job.path)}
    />
  );
}
