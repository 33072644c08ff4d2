import { createHash } from 'node:crypto';
import pg from 'pg';

/**
 * Statements that come again and again are planned once for each connection and not at each request: the database then keeps their plan under a name.
 * Planning a page of a list takes as long as reading it.
 */

/** Uses of a text before it gets a name: what is asked once a day is not worth a plan that is kept. */
const USES = 4;
/** Named texts at most. Each connection keeps a plan of those that it was asked. */
const MAX_NAMES = 200;
/** Texts whose uses are counted. */
const MAX_TEXTS = 2_000;

/** Only what reads rows and takes values: others are seldom the same twice. */
const READS = /^\s*(select|with)\b/i;
/** All columns of a table are others once a newer version has added one, and PostgreSQL refuses a plan whose columns changed. */
const ALL_COLUMNS = /(\bselect\s+|\.)\*/i;

/** What a pattern or a document leaves differs so much from one to the next that a plan for all of them is a bad one for most. */
const BY_PATTERN = / i?like |@>|\bbigrams\(|\bstrpos\(/;

const mayHaveName = (text: string): boolean => READS.test(text) && !ALL_COLUMNS.test(text) && !BY_PATTERN.test(text);

export interface StatementNames {
  /** The name of a text that has one. */
  of(text: string): string | undefined;
}

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return {
    of(text) {
      const known = names.get(text);
      // The rules are looked at last: a text that has a name is asked for at every request.
      if (known !== undefined || names.size >= MAX_NAMES || !mayHaveName(text)) return known;
      const count = (uses.get(text) ?? 0) + 1;
      if (count < USES) {
        if (uses.size >= MAX_TEXTS) uses.clear();
        uses.set(text, count);
        return undefined;
      }
      uses.delete(text);
      const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
      names.set(text, name);
      return name;
    },
  };
}

/** A client whose queries go under the name that their text has. */
export const preparingClient = (names: StatementNames): typeof pg.Client =>
  class extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: the overloads of `pg`, passed on as they came
    override query(...given: any[]): any {
      const [text, values] = given;
      const name = typeof text === 'string' && Array.isArray(values) ? names.of(text) : undefined;
      // biome-ignore lint/suspicious/noExplicitAny: as above
      const ask = super.query as (...args: any[]) => any;
      return name === undefined ? ask.apply(this, given) : ask.call(this, { name, text, values }, ...given.slice(2));
    }
  };
