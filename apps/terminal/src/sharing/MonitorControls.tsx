import { toast } from '@postern/ui';
import { Button, Input } from 'antd';
import { Lock, LockOpen, Square } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../shell/Dialog.tsx';
import { failureText } from '../shell/failure.ts';
import { useTranslate } from '../shell/language.tsx';
import { useServices } from '../shell/services.tsx';
import { holds } from '../transport/api.ts';
import { sharingWords } from './words.ts';
import './sharing.css';

type Order = 'lock' | 'unlock' | 'terminate';

const ACTS = {
  lock: { label: sharingWords.lock, title: sharingWords.lockTitle, Sign: Lock },
  unlock: { label: sharingWords.unlock, title: sharingWords.unlockTitle, Sign: LockOpen },
  terminate: { label: sharingWords.end, title: sharingWords.endTitle, Sign: Square },
} as const;

/** Locks, unlocks and ends the session that is watched, with a reason that its people read; for whoever may end sessions. */
export function MonitorControls({ session, locked }: { session: string; locked: boolean }) {
  const { api, profile } = useServices();
  const t = useTranslate();
  const [asked, setAsked] = useState<Order | null>(null);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  if (!holds(profile, 'terminal.terminate_session')) return null;

  const order = async (what: Order): Promise<void> => {
    setBusy(true);
    try {
      await api.order(session, { order: what, reason: reason.trim() });
      setAsked(null);
      setReason('');
    } catch (error) {
      toast.error(failureText(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="pt-controls">
      {([locked ? 'unlock' : 'lock', 'terminate'] as const).map((what) => {
        const { label, Sign } = ACTS[what];
        return (
          <Button key={what} size="small" danger={what === 'terminate'} icon={<Sign size={14} />} onClick={() => setAsked(what)}>
            {t(label)}
          </Button>
        );
      })}
      {asked ? (
        <Dialog
          width={420}
          title={t(ACTS[asked].title)}
          verb={t(ACTS[asked].label)}
          danger={asked === 'terminate'}
          busy={busy}
          run={() => order(asked)}
          onClose={() => setAsked(null)}
        >
          <p className="pt-share-hint">{t(sharingWords.reasonHint)}</p>
          <Input
            autoFocus
            maxLength={256}
            aria-label={t(sharingWords.reason)}
            placeholder={t(sharingWords.reason)}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onPressEnter={() => void order(asked)}
          />
        </Dialog>
      ) : null}
    </div>
  );
}
