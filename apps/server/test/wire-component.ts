import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { Json } from '@postern/testkit/api';

/** What such a component keeps of its registration. */
export interface WireKey {
  id: string;
  secret: string;
}

export interface WireAnswer {
  status: number;
  type: string;
  body: Json;
}

/** The time of its own zone with the abbreviation of that, as Go writes it. */
const localDate = (now: Date): string => new Date(now.getTime() + 8 * 3_600_000).toUTCString().replace('GMT', 'CST');

/** The second each request was last signed in: they sign in whole ones, and two equal requests of one second are the same. */
const signedAt = new Map<string, number>();
function nextDate(request: string): string {
  const second = Math.max(Math.floor(Date.now() / 1_000), (signedAt.get(request) ?? 0) + 1);
  signedAt.set(request, second);
  return localDate(new Date(second * 1_000));
}

/** Headers as existing components make them: two names signed, in whole seconds. */
export function componentHeaders(key: WireKey | undefined, method: string, path: string): Record<string, string> {
  const date = nextDate(`${key?.id} ${method} ${path}`);
  const signed = `(request-target): ${method.toLowerCase()} ${path}\ndate: ${date}`;
  const mac = key && createHmac('sha256', key.secret).update(signed).digest('base64');
  return {
    date,
    'x-jms-org': 'ROOT',
    ...(key
      ? { authorization: `Signature keyId="${key.id}",algorithm="hmac-sha256",headers="(request-target) date",signature="${mac}"` }
      : {}),
  };
}

/**
 * A component that somebody else wrote. Every request without data carries the body `null`, GET and DELETE included; a connection of
 * a person keeps cookies of its own.
 */
export function wireComponent(origin: string, key: WireKey | undefined, headers: Readonly<Record<string, string>> = {}) {
  const jar = new Map<string, string>();
  const send = (method: string, path: string, type: string, body: Buffer): Promise<WireAnswer> =>
    new Promise((resolve, reject) => {
      const full = path.startsWith('/') ? path : `/api/v1/${path}`;
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const asked = httpRequest(
        new URL(full, origin),
        {
          method,
          headers: {
            'content-type': type,
            'content-length': String(body.length),
            ...(cookie ? { cookie } : {}),
            ...componentHeaders(key, method, full),
            ...headers,
          },
        },
        (answer) => {
          for (const line of answer.headers['set-cookie'] ?? []) {
            const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
            jar.set(name, value);
          }
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const kind = String(answer.headers['content-type'] ?? '');
            resolve({
              status: answer.statusCode ?? 0,
              type: kind,
              body: kind.includes('application/json') && text ? JSON.parse(text) : text,
            });
          });
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  const call = (method: string, path: string, body: unknown = null): Promise<WireAnswer> =>
    send(method, path, 'application/json', Buffer.from(JSON.stringify(body)));
  return {
    call,
    get: (path: string) => call('GET', path),
    post: (path: string, body?: unknown) => call('POST', path, body),
    patch: (path: string, body?: unknown) => call('PATCH', path, body),
    delete: (path: string) => call('DELETE', path),
    /** A form with one file, the fields first. */
    async upload(path: string, fields: Readonly<Record<string, string>>, file: Buffer | undefined, name = 'file'): Promise<WireAnswer> {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      if (file) form.set('file', new Blob([new Uint8Array(file)]), name);
      const made = new Response(form);
      return send('POST', path, String(made.headers.get('content-type')), Buffer.from(await made.arrayBuffer()));
    },
  };
}
export type WireComponent = ReturnType<typeof wireComponent>;
