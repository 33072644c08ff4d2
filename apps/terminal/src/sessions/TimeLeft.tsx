import type { SessionLimits } from '@postern/contract/frames';
import { toast } from '@postern/ui';
import { Popover } from 'antd';
import { Hourglass } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLanguage, useTranslate } from '../shell/language.tsx';
import { minutesText, momentText, timeLeftText } from './figures.ts';
import { sessionWords } from './words.ts';

/** Seconds. What ends later than this is nobody's worry today. */
const SHOW_BELOW = 7 * 24 * 3600;
/** Seconds before the end at which a person is told, wherever they look: the nearest first. */
const WARNINGS = [60, 300] as const;

interface TimeLeftProps {
  limits: SessionLimits;
  asset: string;
}

/**
 * What is left of a session, and behind it which rule ends it when; the gateway ends it then
 * (docs/behaviour/appearance.md#status-bar-of-a-terminal).
 */
export function TimeLeft({ limits, asset }: TimeLeftProps) {
  const t = useTranslate();
  const { language } = useLanguage();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { expire_at: end, idle_minutes: idle, longest_until: longest } = limits;
  const { time, due } = useCountdown(earliest(end, longest), asset);
  const shown = time === undefined ? undefined : t(sessionWords.timeLeft, { time });
  const rules = [
    end === null ? t(sessionWords.endsNever) : t(sessionWords.endsByPermission, { date: momentText(end, language) }),
    ...(longest === undefined ? [] : [t(sessionWords.endsLongest, { date: momentText(longest, language) })]),
    ...(idle ? [t(sessionWords.endsIdle, { time: minutesText(idle, language) })] : []),
  ];
  return (
    <Popover
      trigger="click"
      placement="top"
      open={open}
      onOpenChange={setOpen}
      title={t(sessionWords.whenEnds)}
      content={rules.map((rule) => (
        <p key={rule} className="pt-left-rule">
          {rule}
        </p>
      ))}
    >
      <button
        type="button"
        className={`pt-status-button pt-left${due === undefined ? '' : due === 60 ? ' pt-left--now' : ' pt-left--soon'}`}
        aria-label={shown ? `${t(sessionWords.whenEnds)}: ${shown}` : t(sessionWords.whenEnds)}
        aria-describedby={id}
        aria-expanded={open}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      >
        <Hourglass size={11} aria-hidden="true" />
        {shown}
        <span id={id} hidden>
          {rules.join(' ')}
        </span>
      </button>
    </Popover>
  );
}

/** Whatever comes first; null where nothing does. */
const earliest = (end: number | null, longest: number | undefined): number | null =>
  longest === undefined ? end : Math.min(end ?? Number.POSITIVE_INFINITY, longest);

/** Counts down to the end, and tells it when that is near. Without words where it is far. */
function useCountdown(until: number | null, asset: string): { time: string | undefined; due: number | undefined } {
  const t = useTranslate();
  const { language } = useLanguage();
  const [now, setNow] = useState(() => Date.now() / 1000);
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => setNow(Date.now() / 1000), 1000);
    return () => clearInterval(timer);
  }, [until]);
  const left = until === null ? Number.POSITIVE_INFINITY : Math.max(0, until - now);
  const due = WARNINGS.find((seconds) => left <= seconds);
  const time = left > SHOW_BELOW ? undefined : timeLeftText(left, language);
  const latest = useRef({ t, asset, time });
  latest.current = { t, asset, time };
  useEffect(() => {
    const { t: translate, asset: name, time: when } = latest.current;
    if (due === undefined || when === undefined) return;
    if (due === 60) toast.error(translate(sessionWords.endsNow, { name, time: when }));
    else toast.info(translate(sessionWords.endsSoon, { name, time: when }));
  }, [due]);
  return { time, due };
}
