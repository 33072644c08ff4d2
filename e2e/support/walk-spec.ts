import type { Api, Json } from '@postern/testkit/api';
import type { Page } from 'playwright-core';

/** What is done with one field of a form, by the words of the screen. `{name}` stands for the name of the object. */
export type Entry =
  | { fill: string; with: string }
  | { choose: string; with: string }
  /** A radio of a group, or a tag that Enter adds. */
  | { pick: string; with: string }
  | { tag: string; with: string }
  | { number: string; with: string }
  /** A choice through its group. */
  | { cascade: string; with: string };

/** A card of related objects on the page of an object. */
export interface Relation {
  card: string;
  option: string;
  /** The tab it stands on; the first one when absent. */
  tab?: string;
  /** Whether the object holds `option`, asked of the API. */
  linked: (object: Json) => unknown;
  /** False for cards that only add. */
  removes?: boolean;
}

/** One list with all that can be done on it and on its forms and pages; what a screen does not have is said by false. */
export interface Walk {
  one: string;
  many: string;
  /** Address of the list. */
  list: string;
  /** Where the API has it (`addressOf`). */
  api: string;
  /** Address of the form, where the list's button asks first what to make. */
  form?: string;
  fill: readonly Entry[];
  /** What a copy, or a row of a file, wants for itself besides its name: by field of the form, and by column. */
  own?: Readonly<Record<string, string>>;
  /** What a copy is called at first, where it is not the usual. */
  copyName?: string;
  /** What a copy does not take along from the original. */
  copy?: readonly Entry[];
  /** A field that is changed of both at once: their comment, or whether they are active where the comment is not offered. */
  bulkUpdate: 'Comment' | 'Active' | false;
  /** What the menu calls switching the ticked ones off and on. */
  bulkSwitch: readonly [off: string, on: string] | false;
  bulkDelete: boolean;
  transfer: boolean;
  /** Objects have a page. */
  page: boolean;
  relations?: readonly Relation[];
  /** Switches among the quick actions, and the field each of them writes. */
  switches?: Readonly<Record<string, string>>;
}

/** Somebody who walks: the page they look at, and the API by which it is seen what came of it. */
export interface Walker {
  page: Page;
  api: Api;
  spec: Walk;
}

/** Words of a walk, with the name of the object where `{name}` stands. */
export const named = (text: string, name: string): string => text.replaceAll('{name}', name);

/** The object of this name as the list of the API has it; undefined when it is not there. */
export const byName = async ({ api, spec }: Walker, name: string): Promise<Json | undefined> => {
  const { body } = await api.get<Json[] | Json>(spec.api, { query: { search: name, limit: 50 } });
  const rows = (Array.isArray(body) ? body : body.results) as Json[];
  return rows.find((row) => row.name === name);
};

/** The object of this name as the API answers it. @throws Error when it is not there */
export const needed = async (walker: Walker, name: string): Promise<Json> => {
  const row = await byName(walker, name);
  if (!row) throw new Error(`${walker.spec.one} ${name} is not there`);
  return (await walker.api.get<Json>(`${walker.spec.api.split('?')[0]}${row.id}/`)).body;
};
