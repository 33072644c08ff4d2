import { useConfirm } from '@postern/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';

/** Asks before leaving a page with unsaved changes, within the app and when the browser closes. `leave` lets one departure pass. */
export function useUnsavedGuard(dirty: boolean) {
  const { t } = useTranslation('screens');
  const confirm = useConfirm();
  const allowed = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && !allowed.current && currentLocation.pathname !== nextLocation.pathname,
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: one question per attempt; `confirm` and `t` are new on each render
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({
      title: t('form.leaveTitle'),
      text: t('form.leaveText'),
      action: t('form.leave'),
      cancel: t('form.stay'),
      danger: true,
    }).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker.state]);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!allowed.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);

  return {
    allow: () => {
      allowed.current = true;
    },
    forbid: () => {
      allowed.current = false;
    },
  };
}
