import type { SettingsReader } from '@postern/contract/settings';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { type Answer, type Ask, ChatError, type ChatService, type Talk } from './service.ts';

const BOUNDS = { maxBytes: 256 * 1024, limit: 10_000 } as const;
/** Seconds before its end at which a token is no longer used: whoever is asked may be a bit ahead. */
const EARLY = 300;

export interface TalkDeps {
  settings: SettingsReader;
  outbound: Outbound;
  /** Origin in place of the public ones, for a service that a company runs itself. */
  origin?: string | undefined;
}

/** An address of the public service, at the place where it is here. */
export function placed(address: URL, origin: string | undefined): URL {
  return origin === undefined ? address : new URL(`${address.pathname}${address.search}${address.hash}`, origin);
}

function read(service: ChatService, { status, body }: { status: number; body: string }): Answer {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    throw new ChatError(service.name, `http-${status}`);
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) throw new ChatError(service.name, 'no-object');
  const failed = service.failure(answer as Answer, status);
  if (failed !== undefined) throw new ChatError(service.name, failed);
  return answer as Answer;
}

/** Speaks with a service through the guarded client. One object for each: the token of the application is kept in it. */
export function createTalk(service: ChatService, { settings, outbound, origin }: TalkDeps): Talk {
  const get: Talk['get'] = (key) => settings.get(key);
  let kept: { of: string; until: number; token: Promise<string> } | undefined;

  async function ask({ url, query = {}, headers = {}, json, form }: Ask): Promise<Answer> {
    const address = placed(new URL(url), origin);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const sent =
      json !== undefined
        ? { body: JSON.stringify(json), type: 'application/json; charset=utf-8' }
        : form && { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' };
    const answer = await outbound.fetch(address.href, {
      ...BOUNDS,
      // Whoever wrote the configuration named the place.
      named: origin !== undefined,
      headers: { accept: 'application/json', ...headers, ...(sent ? { 'content-type': sent.type } : {}) },
      ...(sent ? { method: 'POST' as const, body: sent.body } : {}),
    });
    return read(service, answer);
  }

  async function newToken(entry: { until: number }): Promise<string> {
    const { token, seconds } = await service.token({ get, ask });
    if (token === '') throw new ChatError(service.name, 'no-token');
    entry.until = Date.now() + Math.max(0, (Number.isFinite(seconds) ? seconds : 0) - EARLY) * 1000;
    return token;
  }

  /** The token of these settings; another secret has another. Asked for once, however many wait for it. */
  function token(): Promise<string> {
    const of = [service.place(get), ...service.needed.map((key) => String(get(key)))].join('\n');
    if (kept?.of === of && Date.now() < kept.until) return kept.token;
    const entry = { of, until: Number.POSITIVE_INFINITY, token: Promise.resolve('') };
    entry.token = newToken(entry).catch((error: unknown) => {
      if (kept === entry) kept = undefined;
      throw error;
    });
    kept = entry;
    return entry.token;
  }

  return {
    get,
    ask,
    async asApp(request) {
      try {
        return await ask(await request(await token()));
      } catch (error) {
        if (!(error instanceof ChatError) || !service.over.includes(error.code)) throw error;
        kept = undefined;
        return ask(await request(await token()));
      }
    },
  };
}
