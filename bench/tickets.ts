import { addressOf } from '@postern/client/api';
import { ORG } from '@postern/contract/ids';
import { PASSWORD, PEOPLE } from '@postern/testkit/dataset';
import { createCaller } from './http-client.ts';
import { bareNote, measurePages, type Page } from './pages.ts';
import { openDatabase } from './product.ts';
import type { Measure } from './section.ts';
import { fillTickets, shareOf } from './ticket-data.ts';

/** How many tickets there are: `TICKETS=100000 npm run bench -- tickets` is a shorter run. */
const TICKETS = Number(process.env.TICKETS ?? 1_000_000);
const LIST_MS = 60;
const FORM_MS = 100;

const list = (more: Readonly<Record<string, string | number>> = {}) => addressOf('tickets', 'list', { limit: 15, offset: 0, ...more });
const exactly =
  (wanted: number): NonNullable<Page['check']> =>
  ({ count, results }) =>
    count === wanted && results?.length === 15;
const filled: Page['check'] = (body) => body.length > 0;

/** Lists of tickets as somebody sees them who decides many, and the search of the form that asks for access among 100,000 assets. */
export const measureTickets: Measure = async ({ product, say }) => {
  const running = await product();
  const client = await openDatabase(running);
  try {
    await fillTickets(client, TICKETS, say);
    const { rows } = await client.query<{ id: string }>('select id from users where username = $1', [PEOPLE.some]);
    const me = rows[0]?.id ?? '';
    const share = shareOf(TICKETS);
    const caller = createCaller(running, await running.login(PEOPLE.some, PASSWORD), ORG.ROOT);
    const offered = (search: string) => addressOf('applyAssetTickets', 'assets', { org_id: ORG.DEFAULT, search });
    const pages: Page[] = [
      { what: 'tickets that one sees: first page', path: list(), p95: LIST_MS, check: exactly(share.asked + share.decides) },
      { what: 'tickets that one sees: last but one page', path: list({ offset: share.decides - 30 }), p95: LIST_MS },
      { what: 'tickets that one decides, open', path: list({ assignees__id: me, state: 'pending' }), p95: LIST_MS },
      { what: 'tickets that one decides, all', path: list({ assignees__id: me }), p95: LIST_MS, check: exactly(share.decides) },
      { what: 'tickets that one has asked for', path: list({ applicant: me }), p95: LIST_MS, check: exactly(share.asked) },
      { what: 'tickets about an asset', path: list({ relevant_asset: 'web-1950' }), p95: LIST_MS },
      { what: 'tickets by words of their title', path: list({ search: 'deployment 5000' }), p95: LIST_MS },
      { what: 'form that asks for access: assets by a part of the name', path: offered('web-berlin-0543'), p95: FORM_MS, check: filled },
      { what: 'form that asks for access: assets by a common word', path: offered('cache'), p95: FORM_MS, check: filled },
      { what: 'form that asks for access: nothing typed yet', path: offered(''), p95: FORM_MS, check: filled },
      { what: 'form that asks for access: a word that does not occur', path: offered('nowhere-at-all'), p95: FORM_MS },
      {
        what: 'form that asks for access: nodes',
        path: addressOf('applyAssetTickets', 'nodes', { org_id: ORG.DEFAULT, search: '12' }),
        p95: FORM_MS,
      },
    ];
    try {
      const measured = await measurePages(running, caller, pages, say);
      return {
        rows: measured,
        notes: [
          bareNote,
          `${TICKETS.toLocaleString('en')} tickets of two levels with three people each; the person who is measured decides ${share.decides.toLocaleString('en')} of them and has asked for ${share.asked.toLocaleString('en')}.`,
        ],
      };
    } finally {
      caller.close();
    }
  } finally {
    await client.end();
  }
};
