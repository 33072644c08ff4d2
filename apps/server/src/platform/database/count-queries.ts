import type { Database } from '@postern/resource';

/** The same connection with a counter of what is asked through it, transactions included; for the header X-JMS-SQL-COUNT. */
export function countQueries(db: Database): { db: Database; count: () => number } {
  let asked = 0;
  const counting = db.withPlugin({
    transformQuery({ node }) {
      asked += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db: counting, count: () => asked };
}
