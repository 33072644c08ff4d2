import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { everyHours, RUNS_SHOWN } from './cron-text.ts';
import type { InputProps } from './field-props.ts';
import { IntegerInput } from './integer/IntegerInput.tsx';
import { NextRuns } from './NextRuns.tsx';

/** Hours from one run to the next, and when those would be (docs/behaviour/forms.md#schedules). A fixed time, `crontab`, wins and has its own. */
export function IntervalInput({ crontab, ...props }: InputProps) {
  const { t } = useTranslation('fields');
  // Counted from when they were typed: the moments do not move while somebody reads them.
  const runs = useMemo(() => everyHours(props.value, RUNS_SHOWN), [props.value]);
  const isOutdone = typeof crontab === 'string' && crontab.trim() !== '';
  return (
    <div className="s-stack">
      <IntegerInput {...props} />
      {runs && !isOutdone && <NextRuns runs={runs} note={t('cron.counted')} />}
    </div>
  );
}
