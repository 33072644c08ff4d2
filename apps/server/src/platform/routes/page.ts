import type { Readable } from 'node:stream';
import { type Fields, type Route, type RowsSpec, route } from '@postern/resource';
import { redirectTo } from '../http/redirect.ts';
import { fileReply } from './download.ts';
import type { NoFields, Spec, Work } from './spec.ts';

/**
 * What a browser is shown, or the address of ours that it is sent on to; `or` another, where that is none of ours. `away` leads to another host: an
 * administrator named it in the settings, and nothing of it came with the request.
 */
export type Shown = { type: string; body: string | Readable; cache?: string } | { to: string; or?: string } | { away: string };

export const HTML = 'text/html; charset=utf-8';
export const SCRIPT = 'text/javascript; charset=utf-8';

/** A page that a browser opens, or a part of one. Where the page is a screen of the console by now, the old address leads there, and to no other host. */
export function page<const R extends RowsSpec, const Q extends Fields = NoFields, const P extends Fields = NoFields>({
  show,
  ...spec
}: Omit<Spec<NoFields, Q, P, R>, 'body' | 'answer' | 'find'> & {
  /** Below the addresses of the API, where each says what it answers: nothing but where to go. */
  answer?: null;
  show: Work<NoFields, Q, P, R, undefined, Shown>;
}): Route {
  return route<R, NoFields, Q, P>({
    ...spec,
    method: 'GET',
    kind: 'page',
    async handle(ctx, asked) {
      const shown = await show(ctx, asked);
      if ('away' in shown) return { status: 302, headers: { location: shown.away, 'cache-control': 'no-store' } };
      return 'to' in shown ? redirectTo(shown.to, shown.or) : fileReply(shown);
    },
  });
}
