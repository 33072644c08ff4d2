import { client } from '../../session/http.ts';
import type { Entry } from '../resource-entry.ts';
import { ENTRIES, RESOURCES } from '../resources.ts';
import type { PaletteEntry } from './palette-entries.ts';

type PageOf = (id: string) => string;

/** Page of an object, by its kind. What has no page of its own is shown in its list, by itself. */
const pageIn = ({ path, pages }: Entry): PageOf =>
  (pages?.with ?? ['detail']).includes('detail') ? (id) => `${path}/${id}` : (id) => `${path}?id=${id}`;

const PAGES: Readonly<Record<string, PageOf>> = {
  ...Object.fromEntries(ENTRIES.flatMap((entry) => (entry.pages ? [[entry.pages.hit ?? entry.model, pageIn(entry)]] : []))),
  // Roles of both kinds have one page, and nodes are places among the assets.
  orgrole: (id) => `${RESOURCES.orgRole.path}/${id}?scope=org`,
  systemrole: (id) => `${RESOURCES.systemRole.path}/${id}?scope=system`,
  node: (id) => `${RESOURCES.asset.path}?node_id=${id}`,
};

export interface ObjectSearch {
  /** Whether the person has the screen at an address. */
  opens: (address: string) => boolean;
  signal: AbortSignal;
}

/** Objects by name, of every kind the person may see and open (decision 0034). */
export async function findObjects(words: string, { opens, signal }: ObjectSearch): Promise<PaletteEntry[]> {
  const hits = await client.common.objects({ search: words }, { signal });
  return hits.flatMap(({ type, type_label, id, name, detail }) => {
    const to = PAGES[type]?.(id);
    if (!to || !opens(to)) return [];
    return [{ id: `${type} ${id}`, group: 'objects' as const, title: name, detail: [type_label, detail].filter(Boolean).join(' · '), to }];
  });
}
