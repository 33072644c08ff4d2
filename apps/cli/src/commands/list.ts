import { argumentsOf, asking, type Command } from '../command.ts';
import { message } from '../message.ts';
import { printRows } from '../print.ts';
import { EXIT, usage } from '../problem.ts';
import { noteWords, problemWords, usageWords } from '../words.ts';
import { ownAssets } from './own-assets.ts';

const USUAL = 200;
const MOST = 100_000;

/** How many entries somebody wants. @throws CliProblem usage */
export function limitOf(given: string | undefined): number {
  const limit = given === undefined ? USUAL : Number(given);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) throw usage(message(problemWords.limit, { most: MOST }));
  return limit;
}

export const list: Command = {
  usage: usageWords.list,
  async run(given) {
    const { values, positionals } = argumentsOf(given.argv, {
      json: { type: 'boolean' },
      limit: { type: 'string' },
      org: { type: 'string' },
    });
    const { client } = await asking(given);
    const org = values.org ?? (given.env.POSTERN_ORG || undefined);
    const { rows, count } = await ownAssets(client, positionals.join(' '), org, limitOf(values.limit));
    const shown = values.json ? rows : rows.map((row) => ({ ...row, protocols: row.protocols.map(({ name }) => name) }));
    printRows(given.out, shown, ['name', 'address', 'platform', 'protocols', 'org_name'], values.json === true);
    if (rows.length < count) given.out.note(message(noteWords.some, { shown: rows.length, count }));
    return EXIT.ok;
  },
};
