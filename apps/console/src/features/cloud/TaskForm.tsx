import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { PLAN_CONDITIONS, timerMissing } from '../account-automations/plan-fields.ts';
import { ProtocolsInput } from '../assets/ProtocolsInput.tsx';
import { CHOICES } from '../choices.ts';
import { RESOURCES } from '../resources.ts';
import { localInfo } from '../shared-fields.ts';
import { nodeLabel } from '../shared-labels.ts';
import { tabPath } from './cloud-tabs.ts';
import { RegionsInput } from './RegionsInput.tsx';
import { protocolRows, protocolText, SYNC_PROTOCOLS } from './sync-protocols.ts';

const idOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  const id: unknown =
    typeof value === 'object' && value !== null ? ('id' in value ? value.id : 'pk' in value ? value.pk : undefined) : undefined;
  return typeof id === 'string' ? id : undefined;
};

/** Create or update a sync task (docs/behaviour/assets.md#sync-tasks). */
export function TaskForm() {
  const { t } = useTranslation(['cloud', 'accounts']);
  const { id } = useParams();
  return (
    <ResourceForm
      definition={{
        resource: RESOURCES.syncTask,
        id,
        groups: [
          { title: t('group.basic'), fields: ['name'] },
          { title: t('group.source'), purpose: t('group.sourcePurpose'), fields: ['account', 'regions'] },
          {
            title: t('group.save'),
            purpose: t('group.savePurpose'),
            fields: ['hostname_strategy', 'node', 'protocols', 'ip_network_segment_group', 'sync_ip_type', 'is_always_update'],
          },
          { title: t('group.timer'), purpose: t('accounts:group.timerPurpose'), fields: ['is_periodic', 'crontab', 'interval'] },
          { title: t('group.other'), fields: ['comment'] },
        ],
        initial: {
          is_periodic: true,
          interval: 24,
          hostname_strategy: 'instance_name_partial_ip',
          ip_network_segment_group: ['*'],
          regions: [],
          protocols: protocolRows('ssh/22'),
        },
        fields: {
          name: { rules: ['noEmoji'] },
          regions: { Input: RegionsInput, props: (values) => ({ account: idOf(values.account) }) },
          node: { props: { url: CHOICES.nodes, labelOf: nodeLabel } },
          protocols: {
            Input: ProtocolsInput,
            info: localInfo(t('task.protocols'), 'list'),
            help: t('task.protocolsHelp'),
            props: { offered: SYNC_PROTOCOLS, settings: false },
            rules: ['port'],
          },
          ip_network_segment_group: { widget: 'ipGroup', rules: ['ipGroup'] },
          crontab: { shown: PLAN_CONDITIONS.crontab, widget: 'cron', rules: ['cron'], help: t('accounts:plan.crontabHelp') },
          interval: {
            shown: PLAN_CONDITIONS.interval,
            widget: 'interval',
            props: (values) => ({ unit: t('accounts:plan.hours'), crontab: values.crontab }),
            check: (_value, values) => (timerMissing(values) ? t('accounts:plan.timerMissing') : undefined),
          },
        },
        load: (task) => ({ ...task, protocols: protocolRows(task.protocols) }),
        prepare: ({ protocols, ...values }) => ({ ...values, protocols: protocolText(protocols) }),
        // Another account has other regions.
        follow: (changed) => ('account' in changed ? { regions: [] } : {}),
        next: () => tabPath('tasks'),
      }}
    />
  );
}
