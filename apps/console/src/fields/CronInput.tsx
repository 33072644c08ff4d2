import './fields.css';
import { IconButton } from '@postern/ui';
import { Input } from 'antd';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../data/on-demand.tsx';
import { usePublicSettings } from '../session/auth.tsx';
import { controlProps, type InputProps } from './field-props.ts';

const CronDialog = onDemand(() => import('./CronDialog.tsx').then((module) => module.CronDialog));

/** A schedule in five parts, typed or put together in a dialog (docs/behaviour/forms.md#schedules). `byServer`: its times of day are the server's. */
export function CronInput({ value, onChange, info, placeholder, byServer, ...rest }: InputProps) {
  const { t } = useTranslation('fields');
  const [open, setOpen] = useState(false);
  const { SERVER_TIME_ZONE } = usePublicSettings();
  const text = typeof value === 'string' ? value : '';
  return (
    <span className="s-input-beside">
      <Input
        {...controlProps({ info, ...rest })}
        className="s-input-code"
        value={text}
        allowClear
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder ?? '0 0 * * *'}
        maxLength={info.max_length ?? 128}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <IconButton icon={CalendarClock} label={t('cron.edit')} locked={rest.disabled} onClick={() => setOpen(true)} />
      {open && (
        <CronDialog
          start={text}
          zone={byServer === true ? SERVER_TIME_ZONE : undefined}
          onClose={() => setOpen(false)}
          onConfirm={(next) => {
            onChange?.(next);
            setOpen(false);
          }}
        />
      )}
    </span>
  );
}
