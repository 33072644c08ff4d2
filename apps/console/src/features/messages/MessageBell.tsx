import { toast } from '@postern/ui';
import { Badge } from 'antd';
import { Bell } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import { useUnread, useUnreadWatch } from './unread.ts';

const MessageDrawer = onDemand(() => import('./MessageDrawer.tsx').then((module) => module.MessageDrawer));

/** The bell of the header, with the number of unread messages: hidden at 0, 99+ above (docs/behaviour/start-and-views.md#messages). */
export function MessageBell() {
  const { t } = useTranslation('messages');
  const unread = useUnread();
  const button = useRef<HTMLButtonElement>(null);
  // The drawer's code is loaded with the first opening and then stays, so that it can close with its motion.
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  useUnreadWatch(() => toast.error(t('offline')));
  const label = unread > 0 ? t('unread', { count: unread }) : t('title');
  return (
    <>
      <button
        ref={button}
        type="button"
        className="p-icon-button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        <Badge count={unread} overflowCount={99} size="small" offset={[2, -2]}>
          <Bell size={16} strokeWidth={1.75} aria-hidden="true" />
        </Badge>
      </button>
      {state === 'never' ? null : (
        <MessageDrawer
          open={state === 'open'}
          onClose={() => {
            setState('closed');
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}
