import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { choiceValue } from '../../model/metadata.ts';
import type { Values } from '../../model/values.ts';
import type { FieldSpec, FormDefinition } from '../../screens/form/form-definition.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { usePublicSettings } from '../../session/auth.tsx';
import { AssetsInput } from '../accounts/AssetsInput.tsx';
import { SecretOfType } from '../accounts/SecretOfType.tsx';
import { CHOICES } from '../choices.ts';
import { nodeLabel, userLabel } from '../shared-labels.ts';
import { ParamsInput } from './ParamsInput.tsx';
import { PasswordLengthInput } from './PasswordLengthInput.tsx';
import { PASSWORD_LENGTH, PLAN_CONDITIONS, planGroups, timerMissing } from './plan-fields.ts';
import { type PlanKind, type PlanName, planKind } from './plans.ts';

/** Create, update or copy a plan of any kind (docs/behaviour/accounts.md#plans). */
function PlanForm({ name }: { name: PlanName }) {
  const { t } = useTranslation('accounts');
  const { id } = useParams();
  const kind = planKind(name);
  const licensed = usePublicSettings().XPACK_LICENSE_IS_VALID === true;
  const timed = licensed || !kind.timerNeedsLicence;
  const definition: FormDefinition = {
    resource: kind.plan,
    id,
    groups: planGroups(kind).map(({ group, fields }) => ({
      title: t(`group.${group}`),
      fields,
      ...(group === 'timer' ? { purpose: t('group.timerPurpose') } : {}),
      ...(group === 'targets' ? { purpose: t('group.targetsPurpose') } : {}),
    })),
    initial: {
      assets: [],
      nodes: [],
      recipients: [],
      is_periodic: timed,
      interval: 24,
      is_active: true,
      ...(kind.secret ? { accounts: [], ...SECRET_START } : {}),
    },
    secrets: ['secret', 'passphrase'],
    fields: usePlanFields(kind, timed, id === undefined),
    next: (saved, mode) =>
      mode === 'create' && saved.id ? `${kind.plan.path}/${saved.id}` : `${kind.plan.path}?activeTab=${kind.tabs.plans}`,
  };
  return <ResourceForm definition={definition} />;
}

const SECRET_START = {
  secret_strategy: 'specific',
  secret_type: 'password',
  password_rules: { length: PASSWORD_LENGTH.initial },
  ssh_key_change_strategy: 'add',
  params: {},
} as const satisfies Values;

function usePlanFields(kind: PlanKind, timed: boolean, creating: boolean): Record<string, FieldSpec> {
  const { t } = useTranslation('accounts');
  const when = (name: keyof typeof PLAN_CONDITIONS) => ({ shown: PLAN_CONDITIONS[name], dropHidden: true });
  return {
    assets: { Input: AssetsInput, props: { within: kind.offered } },
    nodes: { props: { url: CHOICES.nodes, labelOf: nodeLabel } },
    accounts: { widget: 'tags', help: t('plan.accountsHelp') },
    // Without it a run would do nothing (docs/wire/automations.md#new-secrets); of a plan that exists a blank one is kept.
    secret: { ...when('secret'), required: creating, Input: SecretOfType, props: (values) => ({ kind: choiceValue(values.secret_type) }) },
    passphrase: when('passphrase'),
    password_rules: { ...when('password_rules'), label: t('plan.length'), Input: PasswordLengthInput },
    ssh_key_change_strategy: when('ssh_key_change_strategy'),
    params: {
      Input: ParamsInput,
      help: t('params.help'),
      props: (values) => ({ assets: values.assets, nodes: values.nodes, method: kind.method }),
    },
    is_periodic: { disabled: !timed, ...(timed ? {} : { help: t('plan.timerLicence') }) },
    crontab: { shown: PLAN_CONDITIONS.crontab, widget: 'cron', rules: ['cron'], help: t('plan.crontabHelp') },
    interval: {
      shown: PLAN_CONDITIONS.interval,
      widget: 'interval',
      props: (values) => ({ unit: t('plan.hours'), crontab: values.crontab }),
      check: (_value, values) => (timerMissing(values) ? t('plan.timerMissing') : undefined),
    },
    recipients: { props: { url: CHOICES.users, labelOf: userLabel }, help: t('plan.recipientsHelp') },
  };
}

export const PushForm = () => <PlanForm name="push" />;
export const ChangeForm = () => <PlanForm name="change" />;
export const GatherForm = () => <PlanForm name="gather" />;
