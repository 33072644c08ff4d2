import { toast } from '@postern/ui';
import { Hourglass } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useTranslate } from '../shell/language.tsx';
import { timeLeftText } from './figures.ts';
import { sessionWords } from './words.ts';

/** Seconds. What ends later than this is nobody's worry today. */
const SHOW_BELOW = 7 * 24 * 3600;
/** Seconds before the end at which a person is told, wherever they look: the nearest first. */
const WARNINGS = [60, 300] as const;

/** What is left of a session whose permission ends; the gateway ends it then (docs/behaviour/appearance.md#status-bar-of-a-terminal). */
export function TimeLeft({ until, asset }: { until: number; asset: string }) {
  const t = useTranslate();
  const { language } = useLanguage();
  const [now, setNow] = useState(() => Date.now() / 1000);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1000), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, until - now);
  const due = WARNINGS.find((seconds) => left <= seconds);

  const time = timeLeftText(left, language);
  const latest = useRef({ t, asset, time });
  latest.current = { t, asset, time };
  useEffect(() => {
    if (due === undefined) return;
    const { t: translate, asset: name, time: when } = latest.current;
    if (due === 60) toast.error(translate(sessionWords.endsNow, { name, time: when }));
    else toast.info(translate(sessionWords.endsSoon, { name, time: when }));
  }, [due]);

  if (left > SHOW_BELOW) return null;
  return (
    <span className={due === undefined ? undefined : due === 60 ? 'pt-left--now' : 'pt-left--soon'} role="timer">
      <Hourglass size={11} aria-hidden="true" />
      {t(sessionWords.timeLeft, { time })}
    </span>
  );
}
