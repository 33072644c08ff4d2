import { type Api, addressOf } from '@postern/client/api';
import { AMOUNTS } from '@postern/testkit/dataset';
import { adminCaller, bareNote, measurePages, type Page } from './pages.ts';
import type { Measure } from './section.ts';

const list = (more: Parameters<Api['assets']['list']>[0] = {}) =>
  addressOf('assets', 'list', { display: 1, draw: 1, limit: 15, offset: 0, ...more });
const full: Page['check'] = (body) => (body.count ?? 0) >= AMOUNTS.assets && body.results?.length === 15;
const found: Page['check'] = (body) => (body.count ?? 0) > 0;

/** Pages of the asset list. */
export const measureList: Measure = async ({ product, say }) => {
  const running = await product();
  const caller = await adminCaller(running);
  try {
    const rows = await measurePages(
      running,
      caller,
      [
        { what: 'first page of 15, relations and count', path: list(), ratio: 2, p95: 40, check: full },
        { what: 'second-last page', path: list({ offset: AMOUNTS.assets - 30 }), ratio: 2, p95: 40, check: full },
        { what: 'first page, newest change first', path: list({ order: '-date_updated' }), ratio: 2, p95: 40, check: full },
        { what: 'first page of a department (1,000 assets)', path: list({ node_id: '1:5' }), ratio: 2, p95: 40, check: found },
      ],
      say,
    );
    return { rows, notes: [bareNote] };
  } finally {
    caller.close();
  }
};

/** Search in the asset list. */
export const measureSearch: Measure = async ({ product, say }) => {
  const running = await product();
  const caller = await adminCaller(running);
  const word = (search: string) => list({ search });
  try {
    const rows = await measurePages(
      running,
      caller,
      [
        { what: 'a rare word (one asset)', path: word('web-berlin-054320'), p95: 60, check: (body) => body.count === 1 },
        { what: 'part of an address (256 assets)', path: word('10.1.7.'), p95: 60, check: found },
        { what: 'a common word (20,000 assets)', path: word('cache'), p95: 60, check: (body) => (body.count ?? 0) >= 20_000 },
        { what: 'two words, both common', path: word('osaka worker'), p95: 60, check: found },
        { what: 'a word that does not occur', path: word('nowhere-at-all'), p95: 60, check: (body) => body.count === 0 },
        { what: 'two letters (too short for trigrams)', path: word('数据'), p95: 60, check: found },
      ],
      say,
    );
    return { rows, notes: [bareNote] };
  } finally {
    caller.close();
  }
};
