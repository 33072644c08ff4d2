import type { ComponentClient, MenuAssetRow } from '@postern/client/component';
import { markOf } from '@postern/contract/machine-marks';
import { shown } from './cells.ts';
import { type Answer, MAX_ACCOUNTS, MAX_NODES, MAX_RECENT, type MenuAsset, PAGE, type Question } from './model.ts';

/** Asks the core, and makes what it says safe to show: people choose the names in it. */

export type MenuCore = Pick<
  ComponentClient,
  'personPage' | 'personNodes' | 'personAccounts' | 'personRecent' | 'personMarks' | 'markForPerson'
>;

/** The core does not know the question. */
export class NotOffered extends Error {}

/** Key of the node in which favourites are, which have a view of their own. */
const FAVOURITES = 'favorite';

/** @param protocols those that open in a terminal here */
export async function answerOf(core: MenuCore, user: string, protocols: readonly string[], question: Question): Promise<Answer> {
  const { id } = question;
  switch (question.ask) {
    case 'assets': {
      const { list, page, scope, query, limit } = question;
      const bounded = Math.min(limit, PAGE);
      const { count, results } = await core.personPage(user, scope, { search: query, protocols, offset: page * bounded, limit: bounded });
      const assets = results.slice(0, bounded).map((row) => assetOf(row, protocols));
      return { to: 'assets', list, id, page, found: { count: Math.max(0, Math.floor(count)), assets } };
    }
    case 'nodes': {
      const found = (await core.personNodes(user, question.key)).filter(({ key }) => key !== FAVOURITES);
      const nodes = found
        .slice(0, MAX_NODES)
        .map((node) => ({ id: node.id, key: node.key, name: shown(node.value), amount: node.assets_amount }));
      return { to: 'nodes', id, key: question.key, nodes, more: found.length > nodes.length };
    }
    case 'recent': {
      const found = await core.personRecent(user);
      if (!found) throw new NotOffered();
      const recent = found
        .filter(({ protocol }) => protocols.includes(protocol))
        .slice(0, MAX_RECENT)
        .map((row) => ({
          asset: { id: row.asset, name: shown(row.asset_display) },
          address: shown(row.address),
          account: shown(row.account),
          alias: row.account,
          protocol: row.protocol,
          when: shown(row.date_start),
        }));
      return { to: 'recent', id, recent };
    }
    case 'marks':
      // A core without marks shows none.
      return { to: 'marks', id, marked: new Set(await core.personMarks(user)) };
    case 'mark': {
      const { asset, on } = question;
      if (!(await core.markForPerson(user, asset.id, on))) throw new NotOffered();
      return { to: 'mark', id, asset, on };
    }
    case 'accounts': {
      const found = (await core.personAccounts(user, question.asset.id)).filter(({ has_secret }) => has_secret);
      const accounts = found
        .slice(0, MAX_ACCOUNTS)
        .map(({ alias, name, username }) => ({ alias, name: shown(name), username: shown(username) }));
      return { to: 'accounts', id, accounts };
    }
  }
}

function markedBy({ labels }: MenuAssetRow): Pick<MenuAsset, 'mark' | 'warning'> {
  // Other cores have labels of another form.
  const mark = Array.isArray(labels) ? markOf(labels) : undefined;
  return { mark: shown(mark?.text), warning: shown(mark?.warning) };
}

const assetOf = (row: MenuAssetRow, protocols: readonly string[]): MenuAsset => ({
  ...markedBy(row),
  id: row.id,
  name: shown(row.name),
  address: shown(row.address),
  platform: shown(row.platform?.name),
  organisation: shown(row.org_name),
  comment: shown(row.comment),
  active: row.is_active !== false,
  protocols: row.protocols.filter((one) => one.public !== false && protocols.includes(one.name)).map(({ name }) => name),
});
