import { addressOf } from '@postern/client/api';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { InputProps } from '../../fields/field-props.ts';
import { RemoteSelect } from '../../fields/RemoteSelect.tsx';
import { choiceValue, relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { ListPage } from '../../screens/page/ListPage.tsx';
import { useOrg } from '../../session/auth.tsx';
import { pageOf, RESOURCES } from '../resources.ts';
import { userLabel } from '../shared-labels.ts';

interface Level {
  level?: number;
  strategy: unknown;
  assignees?: readonly string[];
  assignees_read_only?: readonly string[];
  assignees_display?: readonly string[];
}
interface Flow extends Row {
  type: unknown;
  rules: readonly Level[];
}

const STRATEGIES = ['super_admin', 'org_admin', 'super_org_admin', 'custom_user'] as const;
const NEW: Level = { strategy: 'super_admin' };
/** Decided by people by name, of whom there are none. */
const isOfNobody = ({ strategy, assignees = [] }: Level): boolean => choiceValue(strategy) === 'custom_user' && assignees.length === 0;
const USERS = addressOf('users', 'list', { oid: 'root', fields_size: 'mini' });

/** Who decides what is asked for, here (docs/behaviour/tickets.md#flows). A common flow is shown as this organisation's until it has its own. */
export function FlowList() {
  const { t } = useTranslation('tickets');
  const { org, isRoot } = useOrg();
  return (
    <ListPage<Flow>
      resource={RESOURCES.ticketFlow}
      create={false}
      delete={false}
      clone={false}
      transfer={false}
      selectable={false}
      exclude={['rules', 'org_id']}
      defaults={['type', 'approval_level', 'org_name', 'created_by', 'date_updated']}
      min={['type']}
      facts={['approval_level', 'date_updated']}
      linkTo={(row) => pageOf('ticketFlow', row.id)}
      cells={{
        type: { width: 220, render: (row) => <Link to={pageOf('ticketFlow', row.id)}>{relatedName(row.type)}</Link> },
        org_name: { render: (row) => (isRoot ? relatedName(row.org_name) : org?.name) },
      }}
      empty={t('emptyFlows')}
    />
  );
}

/** One flow: who decides at which level, by name, as things are now. */
export function FlowDetail() {
  const { t } = useTranslation('tickets');
  return (
    <DetailPage<Flow>
      resource={RESOURCES.ticketFlow}
      delete={false}
      titleOf={(flow) => relatedName(flow.type)}
      basic={{
        exclude: ['rules', 'org_id', 'org_name'],
        extra: ({ rules }) =>
          rules.map((rule) => ({
            key: `level-${rule.level}`,
            label: t('level', { level: rule.level }),
            value: `${relatedName(rule.strategy)}: ${rule.assignees_display?.join(', ') || t('nobodyNow')}`,
          })),
      }}
    />
  );
}

export function FlowForm() {
  const { t } = useTranslation('tickets');
  const { id } = useParams();
  return (
    <ResourceForm
      definition={{
        resource: RESOURCES.ticketFlow,
        id,
        title: t('flowUpdate'),
        groups: [
          { title: t('basic'), fields: ['type'] },
          { title: t('approval'), purpose: t('approvalPurpose'), fields: ['approval_level', 'rules'] },
        ],
        fields: {
          type: { disabled: true },
          rules: {
            Input: RulesInput,
            check: (value) => {
              const at = (value as readonly Level[] | undefined)?.findIndex(isOfNobody) ?? -1;
              return at < 0 ? undefined : t('peopleMissing', { level: at + 1 });
            },
          },
        },
        load: ({ rules, approval_level: levels, ...flow }) => ({
          ...flow,
          approval_level: choiceValue(levels),
          rules: (rules as readonly Level[]).map(({ strategy, assignees_read_only: assignees = [] }) => ({
            strategy: choiceValue(strategy),
            assignees,
          })),
        }),
        follow: (changed, { values }) => {
          if (!('approval_level' in changed)) return {};
          const rules = (values.rules as readonly Level[] | undefined) ?? [];
          return { rules: [...rules, NEW, NEW].slice(0, Number(choiceValue(changed.approval_level))) };
        },
        link: false,
        next: () => RESOURCES.ticketFlow.path,
      }}
    />
  );
}

/** The levels of a flow: those with a role, or people by name. */
function RulesInput({ value, onChange, disabled }: InputProps) {
  const { t } = useTranslation('tickets');
  const rules = (Array.isArray(value) ? value : []) as readonly Level[];
  const change = (at: number, more: Partial<Level>) => onChange?.(rules.map((rule, n) => (n === at ? { ...rule, ...more } : rule)));
  return (
    <div className="s-stack">
      {rules.map((rule, at) => {
        const strategy = String(choiceValue(rule.strategy));
        const title = t('level', { level: at + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
          <fieldset key={at} className="s-controls s-many" aria-label={title}>
            {rules.length > 1 ? <b>{title}</b> : null}
            <Radio.Group
              className="ticket__strategies"
              value={strategy}
              disabled={disabled ?? false}
              options={STRATEGIES.map((one) => ({ value: one, label: t(`strategies.${one}`) }))}
              onChange={({ target }) =>
                change(at, { strategy: target.value, ...(target.value === 'custom_user' ? {} : { assignees: [] }) })
              }
            />
            {strategy === 'custom_user' ? (
              <RemoteSelect
                multiple
                url={USERS}
                labelOf={userLabel}
                aria-label={t('people', { level: at + 1 })}
                placeholder={t('people', { level: at + 1 })}
                value={[...(rule.assignees ?? [])]}
                disabled={disabled}
                onChange={(ids) => change(at, { assignees: (ids as string[] | undefined) ?? [] })}
              />
            ) : null}
          </fieldset>
        );
      })}
    </div>
  );
}
