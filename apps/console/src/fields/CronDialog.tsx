import './fields.css';
import { Button, dayNames } from '@postern/ui';
import { Checkbox, Input, InputNumber, Radio, Tabs } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnless } from '../session/useRefusals.ts';
import {
  CRON_PARTS,
  CRON_RANGE,
  CRON_START,
  type CronChoice,
  type CronPart,
  nextRuns,
  RUNS_SHOWN,
  readPart,
  splitCron,
  writePart,
} from './cron-text.ts';
import { Dialog } from './Dialog.tsx';
import { NextRuns } from './NextRuns.tsx';

interface Props {
  start: string;
  /** Whose times of day its parts are, where not the browser's. */
  zone: string | undefined;
  onConfirm: (text: string) => void;
  onClose: () => void;
}

/** Puts a schedule together part by part, and says when it is due next. */
export function CronDialog({ start, zone, onConfirm, onClose }: Props) {
  const { t } = useTranslation(['fields', 'screens']);
  const unless = useUnless();
  const [parts, setParts] = useState(() => splitCron(start));
  const text = parts.join(' ');
  const runs = useMemo(() => nextRuns(text, RUNS_SHOWN, new Date(), zone), [text, zone]);
  const put = (at: number, part: string) => setParts((now) => now.map((was, index) => (index === at ? part : was)));
  return (
    <Dialog
      title={t('cron.title')}
      width={720}
      onClose={onClose}
      keeps
      footer={
        <>
          <Button className="s-cron-reset" onClick={() => setParts(CRON_START.split(' '))}>
            {t('screens:form.reset')}
          </Button>
          <Button onClick={onClose}>{t('screens:action.cancel')}</Button>
          <Button type="primary" refused={unless(runs !== undefined, 'refused:never')} onClick={() => onConfirm(text)}>
            {t('screens:action.confirm')}
          </Button>
        </>
      }
    >
      <Tabs
        items={CRON_PARTS.map((part, at) => ({
          key: part,
          label: t(`cron.${part}`),
          children: <PartChoice part={part} text={parts[at] ?? '*'} onChange={(next) => put(at, next)} />,
        }))}
      />
      <fieldset className="s-cron-cells">
        <legend>{t('cron.expression')}</legend>
        {CRON_PARTS.map((part, at) => (
          <label key={part} htmlFor={`cron-${part}`}>
            <span>{t(`cron.${part}`)}</span>
            <Input
              id={`cron-${part}`}
              className="s-input-code"
              value={parts[at] ?? ''}
              maxLength={100}
              // A part holds digits and `- * , /`; everything else could not be one.
              onChange={(event) => put(at, event.target.value.replaceAll(/[^\d\-*,/]/g, ''))}
            />
          </label>
        ))}
      </fieldset>
      <NextRuns runs={runs} />
    </Dialog>
  );
}

/** Radios of one part: any, a span, a step, or a list of numbers; days of the week have no step. */
function PartChoice({ part, text, onChange }: { part: CronPart; text: string; onChange: (text: string) => void }) {
  const { t, i18n } = useTranslation('fields');
  const [least, most] = CRON_RANGE[part];
  const choice = readPart(text, part);
  const give = (next: CronChoice) => onChange(writePart(next, part));
  const span = choice.kind === 'span' ? choice : { kind: 'span' as const, from: least, to: most };
  const step = choice.kind === 'step' ? choice : { kind: 'step' as const, from: least, step: 1 };
  const list = choice.kind === 'list' ? choice : { kind: 'list' as const, values: [least] };
  const names = useMemo(() => {
    const days = dayNames(i18n.language);
    return Array.from({ length: most - least + 1 }, (_, at) => (part === 'week' ? (days[(least + at) % 7] ?? '') : String(least + at)));
  }, [part, least, most, i18n.language]);
  const starts: Partial<Record<CronChoice['kind'], CronChoice>> = { any: { kind: 'any' }, span, step, list };
  const number = (label: string, value: number, put: (value: number) => void, from = least, to = most) => (
    <InputNumber
      aria-label={label}
      size="small"
      min={from}
      max={to}
      precision={0}
      value={value}
      onChange={(next) => typeof next === 'number' && put(next)}
    />
  );
  return (
    <Radio.Group
      className="s-cron-part"
      aria-label={t(`cron.${part}`)}
      value={choice.kind}
      onChange={(event) => {
        const next = starts[event.target.value as CronChoice['kind']];
        if (next) give(next);
      }}
    >
      <Radio value="any">{t('cron.any')}</Radio>
      <div>
        <Radio value="span">{t('cron.span')}</Radio>
        {choice.kind === 'span' && (
          <span className="s-cron-numbers">
            {number(t('cron.from'), span.from, (from) => give({ ...span, from }))}
            <span>–</span>
            {number(t('cron.to'), span.to, (to) => give({ ...span, to }))}
          </span>
        )}
      </div>
      {part !== 'week' && (
        <div>
          <Radio value="step">{t('cron.step')}</Radio>
          {choice.kind === 'step' && (
            <span className="s-cron-numbers">
              <span>{t('cron.start')}</span>
              {number(t('cron.start'), step.from, (from) => give({ ...step, from }))}
              <span>{t('cron.every')}</span>
              {number(t('cron.every'), step.step, (every) => give({ ...step, step: every }), 1, most)}
            </span>
          )}
        </div>
      )}
      <div>
        <Radio value="list">{t('cron.list')}</Radio>
        {choice.kind === 'list' && (
          <Checkbox.Group
            className={`s-cron-list is-${part}`}
            value={[...list.values]}
            options={names.map((name, at) => ({ label: name, value: least + at }))}
            onChange={(values) => values.length > 0 && give({ kind: 'list', values: values as number[] })}
          />
        )}
      </div>
      {choice.kind === 'text' && <Radio value="text">{t('cron.text')}</Radio>}
    </Radio.Group>
  );
}
