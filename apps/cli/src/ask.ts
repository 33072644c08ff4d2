import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { type Api, createClient, type Transport } from '@postern/client/api';
import { createCookieJar } from '@postern/client/cookies';
import { API, errorText, withQuery } from '@postern/client/http';
import { signedHeaders } from '@postern/contract/signature';
import type { Language } from '@postern/contract/text';
import { isRecord } from '@postern/contract/wire';
import { message, TAGS } from './message.ts';
import { authorityOf, type Place } from './place.ts';
import { CliProblem, EXIT } from './problem.ts';
import { problemWords } from './words.ts';

/** Asks the server as every client does. Nothing is followed to another place, certificates are verified always. */

/** By what requests prove who asks. */
export type Proof = { token: string } | { id: string; secret: string };

/** Milliseconds without a byte until a request is given up. */
const QUIET_MS = 60_000;
/** Longest answer. */
const MAX_ANSWER = 64 * 1024 * 1024;

export interface Answer {
  status: number;
  body: unknown;
}

export interface AskOptions {
  proof?: Proof | undefined;
  /** Id of the organisation; without it the server chooses. */
  org?: string | undefined;
  version: string;
  /** In which the server says what it says. */
  language?: Language | undefined;
}

export type Ask = (method: string, path: string, body?: unknown, org?: string) => Promise<Answer>;

function proved(proof: Proof | undefined, method: string, path: string, body: string | undefined): Record<string, string> {
  if (!proof) return {};
  if ('token' in proof) return { authorization: `Bearer ${proof.token}` };
  return signedHeaders(proof, method, path, new Date().toUTCString(), { once: true, ...(body === undefined ? {} : { body }) });
}

/** Why there was no answer. A certificate that is not believed says so: nobody is to look for a cable. */
function unreachable(origin: string, error: NodeJS.ErrnoException): CliProblem {
  const code = error.code ?? '';
  const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code);
  const what = certificate
    ? message(problemWords.certificate, { server: origin, code })
    : message(problemWords.silent, { server: origin, code: code || error.message });
  return new CliProblem(what, EXIT.unavailable);
}

/** Makes the function that sends one request with JSON. @throws CliProblem when nothing that can be read comes back */
export function createAsk({ origin, ca }: Place, { proof, org, version, language = 'en' }: AskOptions): Ask {
  const url = new URL(origin);
  const open = url.protocol === 'https:' ? overHttps : overHttp;
  const trust = ca === undefined ? {} : { ca: authorityOf(ca) };
  const cookies = createCookieJar();
  return (method, path, given, organisation = org) => {
    const body = given === undefined ? undefined : JSON.stringify(given);
    const headers: Record<string, string> = {
      accept: 'application/json',
      'accept-language': TAGS[language],
      'user-agent': `postern-cli/${version} (${process.platform})`,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      ...(organisation ? { 'x-jms-org': organisation } : {}),
      ...(cookies.text() ? { cookie: cookies.text() } : {}),
      ...proved(proof, method, path, body),
    };
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => reject(error instanceof CliProblem ? error : unreachable(origin, error));
      const request = open(
        { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port, method, path, headers, timeout: QUIET_MS, ...trust },
        (response) => {
          const parts: Buffer[] = [];
          let size = 0;
          cookies.take(response.headers['set-cookie'] ?? []);
          response.on('data', (part: Buffer) => {
            size += part.length;
            if (size > MAX_ANSWER) request.destroy(new CliProblem(message(problemWords.tooLong, { server: origin })));
            else parts.push(part);
          });
          response.on('error', fail);
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body: parsed(Buffer.concat(parts).toString('utf8')) }));
        },
      );
      request.on('timeout', () => request.destroy(Object.assign(new Error('time is up'), { code: 'ETIMEDOUT' })));
      request.on('error', fail);
      request.end(body);
    });
  };
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What the server said no with, in its words. */
export function refused({ status, body }: Answer): CliProblem {
  const code = isRecord(body) && typeof body.code === 'string' ? body.code : '';
  if (status >= 300 && status < 400) return new CliProblem(message(problemWords.elsewhere), EXIT.unavailable);
  if (status === 401) return new CliProblem(message(problemWords.loginOver), EXIT.denied);
  const fields = isRecord(body) && status === 400 ? fieldLines(body) : '';
  const what = fields || errorText(body) || message(problemWords.answered, { status, code });
  return new CliProblem(what, status === 403 ? EXIT.denied : EXIT.failed);
}

/** `field: what is wrong with it`, a line each. */
function fieldLines(body: Readonly<Record<string, unknown>>): string {
  if (['error', 'msg', 'detail', 'non_field_errors'].some((name) => name in body)) return '';
  return Object.entries(body)
    .map(([field, value]) => `${field}: ${errorText(value)}`)
    .join('\n');
}

/** How calls of the typed client travel. @throws CliProblem for every answer that is no success */
export const transportOf =
  (ask: Ask): Transport =>
  async ({ method, path, body, options: { query, headers } }) => {
    const below = path.startsWith('/') ? path : API + path;
    const answer = await ask(method, withQuery(below, query), body, headers?.['X-JMS-ORG']);
    if (answer.status >= 300) throw refused(answer);
    return answer.body;
  };

export const clientOf = (ask: Ask): Api => createClient(transportOf(ask));
