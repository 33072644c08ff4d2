import { Hourglass, X } from 'lucide-react';
import { Button } from './Button.tsx';

interface StandingNoticeProps {
  /** Undefined while there is nothing to tell. */
  text: string | undefined;
  action: { text: string; run: () => void; busy?: boolean } | undefined;
  close: { label: string; run: () => void };
}

/**
 * Something that will happen at a moment: stands over the page, moves nothing on it and takes no focus. It is read out when it comes and when it changes, so
 * its text is to name the moment and not count down to it.
 */
export function StandingNotice({ text, action, close }: StandingNoticeProps) {
  return (
    <div role="status" aria-live="polite">
      {text === undefined ? null : (
        <div className="p-notice">
          <Hourglass size={16} aria-hidden="true" />
          <span className="p-notice__text">{text}</span>
          {action ? (
            <Button type="primary" size="small" loading={action.busy === true} onClick={action.run}>
              {action.text}
            </Button>
          ) : null}
          <button type="button" className="p-bare p-toast__close" aria-label={close.label} onClick={close.run}>
            <X size={14} />
          </button>
        </div>
      )}
    </div>
  );
}
