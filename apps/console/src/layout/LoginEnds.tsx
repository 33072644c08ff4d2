import { type EndNotice, type LoginEndWatch, watchLoginEnd } from '@postern/client/login-end';
import { clockText, StandingNotice } from '@postern/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/language.ts';
import { showError } from '../session/errors.ts';
import { client } from '../session/http.ts';
import { logout } from '../session/login-redirect.ts';
import { useSession } from '../session/session-store.ts';

/** Says in time that the login ends, and by what (docs/behaviour/confirmations.md#before-a-session-is-over). */
export function LoginEnds() {
  const { t } = useTranslation('shell');
  const over = useSession((state) => state.loginRequired);
  const [notice, setNotice] = useState<EndNotice>();
  const [busy, setBusy] = useState(false);
  const watch = useRef<LoginEndWatch>(undefined);
  useEffect(() => {
    const made = watchLoginEnd({
      ask: () => client.loginEnd.left(),
      use: () => client.loginEnd.stay(),
      told: setNotice,
    });
    watch.current = made;
    return made.stop;
  }, []);
  const stay = () => {
    setBusy(true);
    void watch.current
      ?.stay()
      .catch(showError)
      .finally(() => setBusy(false));
  };
  const time = notice && clockText(notice.at, currentLanguage().tag);
  const unused = notice?.kind === 'unused';
  return (
    <StandingNotice
      text={notice && !over ? t(unused ? 'loginUnused' : 'loginOver', { time }) : undefined}
      action={unused ? { text: t('loginStay'), run: stay, busy } : { text: t('loginAgain'), run: () => logout() }}
      close={{ label: t('close'), run: () => watch.current?.dismiss() }}
    />
  );
}
