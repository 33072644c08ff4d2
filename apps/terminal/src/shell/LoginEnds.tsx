import { type EndNotice, type LoginEndWatch, watchLoginEnd } from '@postern/client/login-end';
import { clockText, StandingNotice, toast } from '@postern/ui';
import { useEffect, useRef, useState } from 'react';
import type { Api } from '../transport/api.ts';
import { failureText } from './failure.ts';
import { useLanguage, useTranslate } from './language.tsx';
import { shellWords } from './words.ts';

/** Says in time that the login ends, and with it what is open (docs/behaviour/confirmations.md#before-a-session-is-over). */
export function LoginEnds({ api }: { api: Pick<Api, 'loginLeft' | 'stayLoggedIn'> }) {
  const t = useTranslate();
  const { language } = useLanguage();
  const [notice, setNotice] = useState<EndNotice>();
  const [busy, setBusy] = useState(false);
  const watch = useRef<LoginEndWatch>(undefined);
  useEffect(() => {
    const made = watchLoginEnd({ ask: api.loginLeft, use: api.stayLoggedIn, told: setNotice });
    watch.current = made;
    return made.stop;
  }, [api]);
  const stay = () => {
    setBusy(true);
    void watch.current
      ?.stay()
      .catch((error: unknown) => toast.error(failureText(error, t)))
      .finally(() => setBusy(false));
  };
  const time = notice && clockText(notice.at, language);
  const unused = notice?.kind === 'unused';
  return (
    <StandingNotice
      text={notice && t(unused ? shellWords.loginUnused : shellWords.loginOver, { time })}
      // Logging out would end the terminals that are open: they have the minutes that are left.
      action={unused ? { text: t(shellWords.loginStay), run: stay, busy } : undefined}
      close={{ label: t(shellWords.close), run: () => watch.current?.dismiss() }}
    />
  );
}
