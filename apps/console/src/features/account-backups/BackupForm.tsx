import { useTranslation } from 'react-i18next';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { useAuth } from '../../session/auth.tsx';
import { PLAN_CONDITIONS, timerMissing } from '../account-automations/plan-fields.ts';
import { CHOICES } from '../choices.ts';
import { RESOURCES } from '../resources.ts';
import { userLabel } from '../shared-labels.ts';
import { TABS } from './backups.ts';
import { TypesInput } from './TypesInput.tsx';

const plan = RESOURCES.backupPlan;

/** Create, update or copy a backup plan (docs/behaviour/accounts.md#backups). */
export function BackupForm() {
  const { t } = useTranslation(['backups', 'accounts']);
  const { can } = useAuth();
  // Without the right to see secrets nobody can be named; the server refuses it as well.
  const mayName = can('accounts.view_accountsecret');
  return (
    <FormPage
      resource={plan}
      groups={[
        { title: t('accounts:group.basic'), fields: ['name'] },
        { title: t('what'), fields: ['types'], purpose: t('whatPurpose') },
        { title: t('who'), fields: ['recipients'], purpose: t('whoPurpose') },
        {
          title: t('accounts:group.timer'),
          fields: ['is_periodic', 'crontab', 'interval'],
          purpose: t('accounts:group.timerPurpose'),
        },
        { title: t('accounts:group.other'), fields: ['comment'] },
      ]}
      initial={{ types: [], recipients: [], is_periodic: true, interval: 24 }}
      fields={{
        types: { Input: TypesInput, required: true },
        recipients: {
          disabled: !mayName,
          help: mayName ? t('recipientsHelp') : t('recipientsLocked'),
          props: { url: CHOICES.users, labelOf: userLabel },
        },
        crontab: { shown: PLAN_CONDITIONS.crontab, widget: 'cron', rules: ['cron'], help: t('accounts:plan.crontabHelp') },
        interval: {
          shown: PLAN_CONDITIONS.interval,
          widget: 'interval',
          props: (values) => ({ unit: t('accounts:plan.hours'), crontab: values.crontab }),
          check: (_value, values) => (timerMissing(values) ? t('accounts:plan.timerMissing') : undefined),
        },
      }}
      next={(saved, mode) => (mode === 'create' && saved.id ? `${plan.path}/${saved.id}` : `${plan.path}?activeTab=${TABS.plans}`)}
    />
  );
}
