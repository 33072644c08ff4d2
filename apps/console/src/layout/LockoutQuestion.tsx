import { useConfirm } from '@postern/ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { updateSession, useSession } from '../session/session-store.ts';

/** Asks before a login rule is saved, switched or deleted so that whoever does it could not log in again. Nobody else may be left to take it back. */
export function LockoutQuestion() {
  const { t } = useTranslation('shell');
  const confirm = useConfirm();
  const answer = useSession((state) => state.lockoutAsked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each request that waits
  useEffect(() => {
    if (!answer) return;
    updateSession({ lockoutAsked: undefined });
    void confirm({
      title: t('lockout.title'),
      text: t('lockout.text'),
      action: t('lockout.action'),
      cancel: t('cancel'),
      danger: true,
    }).then(answer);
  }, [answer]);
  return null;
}
