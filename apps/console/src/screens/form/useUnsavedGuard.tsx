import { useConfirm } from '@postern/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';

/**
 * Asks before leaving a page with unsaved changes, within the app and when the browser closes. `tabs`: what is unsaved is lost with the tab of
 * the page, too, which its query names.
 */
export function useUnsavedGuard(dirty: boolean, { tabs = false }: { tabs?: boolean } = {}) {
  const { t } = useTranslation('screens');
  const confirm = useConfirm();
  const allowed = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation: { pathname, search }, nextLocation: next }) =>
      dirty && !allowed.current && (pathname !== next.pathname || (tabs && search !== next.search)),
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
