import { useQuery } from '@tanstack/react-query';
import { AutoComplete, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useDebounced } from '../../data/useDebounced.ts';
import { client } from '../../session/http.ts';
import { type Draft, isNobody, MODULES, POLICIES, type Targets } from './command-draft.ts';

const TIMEOUTS = [10, 30, 60, 300, 3600, -1] as const;
const MOST_PARALLEL = 50;

/** A control below what it is called. */
const Field = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="j-field">
    <span aria-hidden>{label}</span>
    {children}
  </div>
);

/** How a command is run: as whom, in which language, for how long, on how many at once. */
export function QuickForm({ draft, put }: { draft: Draft; put: (change: Partial<Draft>) => void }) {
  const { t } = useTranslation('jobs');
  const timeouts = [...new Set([...TIMEOUTS, draft.timeout])].map((seconds) => ({
    value: seconds,
    label: seconds === -1 ? t('quick.noTimeout') : t('quick.seconds', { count: seconds }),
  }));
  return (
    <div className="j-quick-form">
      <Field label={t('quick.runas')}>
        <RunAs targets={draft.targets} value={draft.runas} onChange={(runas) => put({ runas })} />
      </Field>
      <Field label={t('quick.policy')}>
        <Select
          aria-label={t('quick.policy')}
          value={draft.runas_policy}
          options={POLICIES.map((value) => ({ value, label: t(`quick.policies.${value}`) }))}
          onChange={(runas_policy) => put({ runas_policy })}
        />
      </Field>
      <Field label={t('quick.language')}>
        <Select
          aria-label={t('quick.language')}
          value={draft.module}
          options={MODULES.map((value) => ({ value, label: t(`quick.languages.${value}`) }))}
          onChange={(module) => put({ module })}
        />
      </Field>
      <Field label={t('quick.timeout')}>
        <Select aria-label={t('quick.timeout')} value={draft.timeout} options={timeouts} onChange={(timeout) => put({ timeout })} />
      </Field>
      <Field label={t('quick.parallelism')}>
        <InputNumber
          aria-label={t('quick.parallelism')}
          min={1}
          max={MOST_PARALLEL}
          precision={0}
          value={draft.parallelism}
          onChange={(parallelism) => parallelism !== null && put({ parallelism })}
        />
      </Field>
    </div>
  );
}

interface RunAsProps {
  targets: Targets;
  value: string;
  onChange: (value: string) => void;
}

/** A username, with those offered that the ticked assets have. */
function RunAs({ targets, value, onChange }: RunAsProps) {
  const { t } = useTranslation('jobs');
  const [open, setOpen] = useState(false);
  const asked = { assets: targets.assets, nodes: targets.nodes, query: useDebounced(value.trim()) };
  const hints = useQuery({
    queryKey: [...keyOf('ops', 'usernameHints', asked)],
    queryFn: ({ signal }) => client.ops.usernameHints(asked, { signal }),
    enabled: open && !isNobody(targets),
    placeholderData: (before) => before,
  });
  return (
    <AutoComplete
      aria-label={t('quick.runas')}
      value={value}
      maxLength={128}
      options={(hints.data ?? []).map(({ username, total }) => ({ value: username, label: `${username} (${total})` }))}
      onOpenChange={setOpen}
      onFocus={() => setOpen(true)}
      onChange={onChange}
    />
  );
}
