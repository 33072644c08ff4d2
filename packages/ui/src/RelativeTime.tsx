import { useEffect, useState } from 'react';
import { dayText } from './figures.ts';
import { exactTime, parseServerDate, relativeWords } from './relative-time.ts';

interface RelativeTimeProps {
  value: string | number | Date | null | undefined;
  /** BCP 47 tag. */
  language: string;
}

const REFRESH_MS = 30_000;

/** "3 minutes ago" with the exact time on hover; the date itself from a week on. */
export function RelativeTime({ value, language }: RelativeTimeProps) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const date = parseServerDate(value);
  if (!date) return <span>-</span>;
  const exact = exactTime(date, language);
  const words = relativeWords(date, now, language) ?? dayText(date, language, 'medium');
  return (
    <time dateTime={date.toISOString()} title={exact}>
      {words}
    </time>
  );
}
