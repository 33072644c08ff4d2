import { Button } from 'antd';
import { Lock, PowerOff, RotateCcw, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { sharingWords } from '../sharing/words.ts';
import { useTranslate } from '../shell/language.tsx';
import { sessionWords } from './words.ts';

/** Whole seconds until a moment in milliseconds, counted down: for eyes only, a screen reader would say nothing else. */
function SecondsUntil({ at }: { at: number }) {
  const t = useTranslate();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="pt-line-left" aria-hidden="true">
      {t(sessionWords.secondsLeft, { seconds: Math.max(0, Math.ceil((at - now) / 1000)) })}
    </span>
  );
}

/** Says that the line is lost, for how long it is tried again, and that the session is kept meanwhile. */
export function LostBar({ until, onRetry }: { until: number; onRetry: () => void }) {
  const t = useTranslate();
  return (
    <div className="pt-ended pt-ended--warning" role="status">
      <WifiOff className="pt-ended-sign" size={16} strokeWidth={1.75} aria-hidden="true" />
      <p>{t(sessionWords.lost)}</p>
      <SecondsUntil at={until} />
      <Button size="small" icon={<RotateCcw size={14} />} onClick={onRetry}>
        {t(sessionWords.retryNow)}
      </Button>
    </div>
  );
}

/** Says that the gateway is about to restart, and the session with it to end. */
export function RestartBar({ at }: { at: number }) {
  const t = useTranslate();
  return (
    <div className="pt-ended pt-ended--warning" role="alert">
      <PowerOff className="pt-ended-sign" size={16} strokeWidth={1.75} aria-hidden="true" />
      <p>{t(sessionWords.restarts)}</p>
      <SecondsUntil at={at} />
    </div>
  );
}

/** Says that somebody locked the session, and why. */
export function PausedBar({ user, reason }: { user: string; reason: string }) {
  const t = useTranslate();
  return (
    <div className="pt-ended pt-ended--warning" role="alert">
      <Lock className="pt-ended-sign" size={16} strokeWidth={1.75} aria-hidden="true" />
      <p>
        {t(sharingWords.locked, { user })}
        {reason ? <span className="pt-ended-facts">{reason}</span> : null}
      </p>
    </div>
  );
}
