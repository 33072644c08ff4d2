import { addressOf, type Collection, collectionOver, createClient, transportOver } from '@postern/client/api';
import { watchAttendance } from '@postern/client/attendance';
import { type ApiError, createHttp, type Http } from '@postern/client/http';
import { currentLanguage } from '../i18n/language.ts';
import { DEFAULT_ORG_ID, rememberedOrgId, SYSTEM_ORG_ID } from './organisations.ts';
import { scheduleProfileCheck } from './profile-check.ts';
import { sendTold } from './send-told.ts';
import { session, updateSession } from './session-store.ts';
import { noteSqlCount } from './sql-count.ts';

const PROFILE = addressOf('profile', 'retrieve');

/** Every request of every screen goes through it. */
const whole = createHttp({
  org: requestOrg,
  language: () => currentLanguage().tag,
  attended: watchAttendance(globalThis.window),
  fetchTold: sendTold,
  onUnauthorized: () => updateSession({ loginRequired: true }),
  onConsentMissing: askLockout,
  onResponse: (path, status, headers) => {
    if (String(status).startsWith('20')) noteSqlCount(path, headers.get('x-jms-sql-count'));
    if (path !== PROFILE) scheduleProfileCheck(() => client.profile.retrieve({}, { ownUnauthorized: true }));
  },
});

const send = transportOver(whole);

/** The typed calls of the API. */
export const client = createClient(send);

/** The list at an address, for screens that are drawn from metadata and know no resource. What its rows are, the caller says. */
export const collectionAt = <R, B = object>(address: string): Collection<R, B> => collectionOver(send, address);

/** What is read at an address that is named (`addressOf`) or that the server gave: metadata, trees, files. */
export const http: Pick<Http, 'get' | 'options' | 'download'> = whole;

/** The question that waits for its answer, for all requests that wait for it: each has to get one. */
let lockoutAnswer: Promise<boolean> | undefined;

/** What would keep the person out goes on only when they say so, whichever screen sent it (docs/decisions/0075). */
async function askLockout({ code }: ApiError): Promise<{ lock_me_out: '1' } | false | undefined> {
  if (code !== 'locks_you_out') return undefined;
  lockoutAnswer ??= new Promise<boolean>((resolve) => updateSession({ lockoutAsked: resolve })).finally(() => {
    lockoutAnswer = undefined;
  });
  return (await lockoutAnswer) && { lock_me_out: '1' };
}

/**
 * Organisation of the next request: the address bar's `oid`, else the current one; without the paid extension always the default one,
 * except in the system organisation (docs/behaviour/start-and-views.md#requests).
 */
function requestOrg(): string | undefined {
  const asked = new URLSearchParams(location.search).get('oid');
  if (asked) return asked;
  const { pseudoOrg, org, settings } = session();
  const current = pseudoOrg?.id ?? org?.id ?? rememberedOrgId();
  return settings.XPACK_ENABLED === false && current !== SYSTEM_ORG_ID ? DEFAULT_ORG_ID : current;
}
