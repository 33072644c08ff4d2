import type { Page } from '@postern/contract/wire';
import { pageOf } from '../../screens/data/api.ts';
import { http } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';
import type { PaletteEntry } from './palette-entries.ts';

/** A hit of `common/objects/` (decision 0034). */
interface Hit {
  type: string;
  type_label: string;
  id: string;
  name: string;
  detail: string;
}

/** Page of an object, by its kind. Kinds without a page of their own open the list they are chosen in. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  asset: (id) => `${RESOURCES.asset.path}/${id}`,
  user: (id) => `${RESOURCES.user.path}/${id}`,
  usergroup: (id) => `${RESOURCES.group.path}/${id}`,
  account: (id) => `${RESOURCES.account.path}/${id}`,
  accounttemplate: (id) => `${RESOURCES.accountTemplate.path}/${id}`,
  pushaccountautomation: (id) => `${RESOURCES.pushPlan.path}/${id}`,
  changesecretautomation: (id) => `${RESOURCES.changePlan.path}/${id}`,
  gatheraccountsautomation: (id) => `${RESOURCES.gatherPlan.path}/${id}`,
  cloudaccount: (id) => `${RESOURCES.cloudAccount.path}/${id}`,
  syncinstancetask: (id) => `${RESOURCES.syncTask.path}/${id}`,
  assetpermission: (id) => `${RESOURCES.permission.path}/${id}`,
  platform: (id) => `${RESOURCES.platform.path}/${id}`,
  orgrole: (id) => `${RESOURCES.orgRole.path}/${id}?scope=org`,
  systemrole: (id) => `${RESOURCES.systemRole.path}/${id}?scope=system`,
  organization: (id) => `${RESOURCES.organization.path}/${id}`,
  loginacl: (id) => `${RESOURCES.loginAcl.path}/${id}`,
  loginassetacl: (id) => `${RESOURCES.assetAcl.path}/${id}`,
  commandfilteracl: (id) => `${RESOURCES.commandAcl.path}/${id}`,
  commandgroup: (id) => `${RESOURCES.commandGroup.path}/${id}`,
  connectmethodacl: (id) => `${RESOURCES.connectAcl.path}/${id}`,
  domain: (id) => `${RESOURCES.domain.path}/${id}`,
  label: (id) => `${RESOURCES.label.path}?id=${id}`,
  node: (id) => `${RESOURCES.asset.path}?node_id=${id}`,
};

const MINE = 5;

export interface ObjectSearch {
  /** Whether the person has the screen at an address. */
  opens: (address: string) => boolean;
  /** Looks among the assets the person may connect to, for those who administer none. */
  mine: boolean;
  mineLabel: string;
  signal: AbortSignal;
}

/** Objects by name, of every kind the person may see and open. */
export async function findObjects(words: string, { opens, mine, mineLabel, signal }: ObjectSearch): Promise<PaletteEntry[]> {
  const [hits, own] = await Promise.all([
    http.get<Hit[]>('common/objects/', { query: { search: words }, signal }),
    mine
      ? http.get<Page<Hit & { address: string }>>(RESOURCES.myAsset.url, { query: { search: words, limit: MINE, offset: 0 }, signal })
      : undefined,
  ]);
  const found = hits.flatMap(({ type, type_label, id, name, detail }) => {
    const to = PAGES[type]?.(id);
    if (!to || !opens(to)) return [];
    return [{ id: `${type} ${id}`, group: 'objects' as const, title: name, detail: [type_label, detail].filter(Boolean).join(' · '), to }];
  });
  const granted = own ? pageOf(own).rows : [];
  return [
    ...found,
    ...granted.map(({ id, name, address }) => ({
      id: `myasset ${id}`,
      group: 'objects' as const,
      title: name,
      detail: [mineLabel, address].filter(Boolean).join(' · '),
      to: `${RESOURCES.myAsset.path}?search=${encodeURIComponent(name)}`,
    })),
  ];
}
