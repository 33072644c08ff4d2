import { Button } from 'antd';
import { CirclePower, RotateCcw, TriangleAlert } from 'lucide-react';
import { useLanguage, useTranslate } from '../shell/language.tsx';
import type { Ending } from '../transport/connection-parts.ts';
import { endingText, isQuietEnd } from './reasons.ts';
import { sessionWords } from './words.ts';

/** Says why a session ended and offers to connect again. */
export function EndedBar({ ending, onReconnect }: { ending: Ending; onReconnect?: () => void }) {
  const t = useTranslate();
  const { language } = useLanguage();
  const { sentence, facts } = endingText(ending, language);
  const quiet = isQuietEnd(ending);
  const Icon = quiet ? CirclePower : TriangleAlert;
  return (
    <div className={quiet ? 'pt-ended' : 'pt-ended pt-ended--warning'} role="alert">
      <Icon className="pt-ended-sign" size={16} strokeWidth={1.75} aria-hidden="true" />
      <p>
        {sentence}
        {facts ? <span className="pt-ended-facts p-mono">{facts}</span> : null}
      </p>
      {onReconnect ? (
        <Button size="small" type="primary" icon={<RotateCcw size={14} />} onClick={onReconnect}>
          {t(sessionWords.reconnect)}
        </Button>
      ) : null}
    </div>
  );
}
