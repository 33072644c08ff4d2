import { readCookie, writeCookie } from '@postern/client/cookies';
import { type ApiError, ApiError as HttpError } from '@postern/client/http';
import type { Preferences as Kept } from '@postern/contract/preferences';
import { COLOR_NAMES, EmptyState, setThemeChoice, setThemeColors, toast, useConfirm } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { CloudOff } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Api, createApi, type PublicSettings } from '../transport/api.ts';
import { freshLoginAddress, hasSessionMark, keepSessionMark, loginAddress } from '../transport/session-mark.ts';
import { fromKept, type Preferences, readPreferences, toKept, toTell, writePreferences } from '../xterm/preferences.ts';
import { failureText } from './failure.ts';
import { LoginEnds } from './LoginEnds.tsx';
import { currentLanguage, rememberLanguage, useLanguage, useTranslate } from './language.tsx';
import { nameProduct } from './page-title.ts';
import { ServicesContext } from './services.tsx';
import { shellWords } from './words.ts';

const ORG_COOKIE = 'X-JMS-LUNA-ORG';
const ORG_SECONDS = 30 * 24 * 3600;

/** What the address asks for before anything starts: an organisation, and a token that stands in for a login. */
function readAddress(): { token: string | undefined } {
  const query = new URLSearchParams(window.location.search);
  const org = query.get('oid');
  if (org && /^[\w-]{1,64}$/.test(org) && org !== readCookie(ORG_COOKIE)) writeCookie(ORG_COOKIE, org, ORG_SECONDS);
  return { token: query.get('token') ?? undefined };
}

/**
 * Start-up (docs/behaviour/terminal.md#start): organisation, session mark, profile, public settings, connect methods. The
 * page below is drawn once all are there; without a login the browser goes to the login page and comes back.
 */
export function Start({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const [{ token }] = useState(readAddress);
  const askToLogIn = useExpiredLogin();
  const api = useMemo(() => createApi({ token, language: currentLanguage, onUnauthorized: askToLogIn }), [token, askToLogIn]);
  const [chosen, setChosen] = useState<Preferences>();
  const marked = token !== undefined || hasSessionMark();

  const start = useQuery({
    queryKey: ['start'],
    enabled: marked,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => count < 2 && !(error instanceof HttpError && (error.status === 401 || error.status === 403)),
    queryFn: () => begin(api),
  });
  const refused = start.error instanceof HttpError && start.error.status === 401 && token === undefined;
  const toLogin = !marked || refused;

  useEffect(() => {
    if (toLogin) window.location.assign(marked ? loginAddress(window.location) : freshLoginAddress(window.location));
  }, [toLogin, marked]);
  useEffect(() => (marked && token === undefined ? keepSessionMark() : undefined), [marked, token]);
  useBranding(start.data?.settings, t(shellWords.product));

  const keep = useKeeping(api);
  useOwnLanguage(start.data?.profile.preferences?.language);

  const services = useMemo(() => {
    if (!start.data) return null;
    return {
      api,
      ...start.data,
      preferences: chosen ?? start.data.preferences,
      setPreferences: (next: Preferences) => {
        writePreferences(localStorage, next);
        setChosen(next);
        keep(toKept(next));
      },
      keep,
    };
  }, [api, start.data, chosen, keep]);

  if (services) {
    return (
      <ServicesContext value={services}>
        {children}
        <LoginEnds api={api} />
      </ServicesContext>
    );
  }
  if (start.isError && !toLogin) {
    return (
      <main className="pt-centre">
        <EmptyState
          icon={CloudOff}
          title={t(shellWords.startFailed)}
          text={failureText(start.error, t)}
          action={<Button onClick={() => void start.refetch()}>{t(shellWords.retry)}</Button>}
        />
      </main>
    );
  }
  return <output className="pt-blank" aria-label={t(shellWords.starting)} />;
}

/** What the page starts with. What the person chose elsewhere holds here as well; where that is another language, all is asked for in it. */
async function begin(api: Api) {
  const ask = () => Promise.all([api.profile(), api.publicSettings(), api.connectMethods()]);
  let [profile, settings, methods] = await ask();
  const kept = profile.preferences;
  if (kept?.language && kept.language !== currentLanguage()) {
    rememberLanguage(kept.language);
    [profile, settings, methods] = await ask();
  }
  if (kept?.theme) setThemeChoice(kept.theme);
  const here = readPreferences(localStorage);
  const told = toTell(kept, here);
  // Nobody waits for it: without an answer it is told at the next start.
  if (told) api.keepPreferences(told).catch(() => undefined);
  const preferences = fromKept(kept, here);
  if (JSON.stringify(preferences) !== JSON.stringify(here)) writePreferences(localStorage, preferences);
  return { profile, settings, methods, preferences };
}

/** Sends what a person chose to the server, and says when it could not be kept. */
function useKeeping(api: Api): (chosen: Partial<Kept>) => void {
  const t = useTranslate();
  const latest = useRef(t);
  latest.current = t;
  return useCallback(
    (chosen) => {
      api.keepPreferences(chosen).catch((error: unknown) => toast.error(failureText(error, latest.current)));
    },
    [api],
  );
}

/** Goes over to the person's language once it is known, before anything is drawn in another. */
function useOwnLanguage(own: Kept['language'] | undefined): void {
  const { language, setLanguage } = useLanguage();
  const followed = useRef(false);
  useLayoutEffect(() => {
    if (!own || followed.current) return;
    followed.current = true;
    if (own !== language) setLanguage(own);
  }, [own, language, setLanguage]);
}

/** Asks once, in place, when a login ends while terminals are open. */
function useExpiredLogin(): (error: ApiError) => void {
  const t = useTranslate();
  const confirm = useConfirm();
  const latest = useRef({ t, confirm });
  latest.current = { t, confirm };
  const asking = useRef(false);
  return useMemo(
    () => () => {
      if (asking.current) return;
      asking.current = true;
      const { t: speak, confirm: ask } = latest.current;
      void ask({
        title: speak(shellWords.expired),
        text: speak(shellWords.expiredDetail),
        action: speak(shellWords.logIn),
        cancel: speak(shellWords.later),
      }).then((agreed) => {
        asking.current = false;
        if (agreed) window.open(loginAddress({ pathname: '/luna/', search: '' }), '_blank', 'noopener');
      });
    },
    [],
  );
}

/** Title, icon and colours from the public settings. */
function useBranding(settings: PublicSettings | undefined, product: string): void {
  useEffect(() => {
    if (!settings) return;
    const { login_title: title, favicon } = settings.INTERFACE ?? {};
    nameProduct(title ? `${product} - ${title}` : product);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon && favicon) icon.href = favicon;
    const colors = settings.INTERFACE?.theme_info?.colors;
    if (colors)
      setThemeColors(
        Object.fromEntries(COLOR_NAMES.flatMap((name) => (colors[`--color-${name}`] ? [[name, colors[`--color-${name}`]]] : []))),
      );
  }, [settings, product]);
}
