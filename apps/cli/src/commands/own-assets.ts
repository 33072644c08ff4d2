import type { Api } from '@postern/client/api';
import type { PermsUserAssets } from '@postern/client/api.gen';
import { ORG } from '@postern/contract/ids';
import { message } from '../message.ts';
import { CliProblem } from '../problem.ts';
import { problemWords } from '../words.ts';

/** What a person may open, in all their organisations unless they name one. */
type OwnAsset = PermsUserAssets;

/** Entries that are fetched at a time. */
const PAGE = 100;

export async function ownAssets(
  client: Api,
  search: string,
  org: string | undefined,
  most: number,
): Promise<{ rows: OwnAsset[]; count: number }> {
  const rows: OwnAsset[] = [];
  let count = 0;
  do {
    const query = { limit: Math.min(PAGE, most - rows.length), offset: rows.length, ...(search === '' ? {} : { search }) };
    const page = await client.permsUsers.assets('self', query, { headers: { 'X-JMS-ORG': org ?? ORG.ROOT } });
    count = page.count;
    rows.push(...page.results);
    if (page.results.length === 0) break;
  } while (rows.length < Math.min(count, most));
  return { rows, count };
}

/**
 * The one asset that somebody means: by its id, its name or its address.
 * @throws CliProblem when there is none, or several
 */
export async function ownAsset(client: Api, named: string, org: string | undefined): Promise<OwnAsset> {
  const { rows } = await ownAssets(client, named, org, PAGE);
  const exact = (field: 'id' | 'name' | 'address') => rows.filter((row) => row[field].toLowerCase() === named.toLowerCase());
  for (const found of [exact('id'), exact('name'), exact('address')]) {
    const [one, ...others] = found;
    if (one && others.length === 0) return one;
    if (one)
      throw new CliProblem(
        message(problemWords.several, {
          named,
          list: found.map(({ id, name, address, org_name }) => `\n  ${id}  ${name} (${address}, ${org_name})`).join(''),
        }),
      );
  }
  const like = rows.slice(0, 5).map(({ name }) => name);
  throw new CliProblem(
    like.length > 0 ? message(problemWords.noAssetBut, { named, like: like.join(', ') }) : message(problemWords.noAsset, { named }),
  );
}
