import { type Text, text } from '@postern/contract/text';
import type { Resource } from '../model/resource.ts';
import type { RouteNode } from '../routes/route-types.ts';

/** What a resource is called: one of them, several, and the list of all. `key` is the noun's place among the words. */
export interface Noun {
  key: string;
  one: Text;
  other: Text;
  title: Text;
}

/** Chinese and Japanese have one form for one and for several; a second text is the list's, when it is another. */
type Form = string | readonly [one: string, title: string];

export function noun(key: string, en: readonly [one: string, other: string, title: string], zh: Form, ja: Form): Noun {
  const [zhOne, zhTitle] = typeof zh === 'string' ? [zh, zh] : zh;
  const [jaOne, jaTitle] = typeof ja === 'string' ? [ja, ja] : ja;
  return { key, one: text(en[0], zhOne, jaOne), other: text(en[1], zhOne, jaOne), title: text(en[2], zhTitle, jaTitle) };
}

/** What is different about the pages of a resource (docs/behaviour/start-and-views.md#routes). */
export interface Pages {
  /** Prefix of the four route names: `User` gives UserList, UserCreate, UserUpdate, UserDetail. The noun's key when absent. */
  base?: string;
  /** Which there are beside the list; all of them when absent. */
  with?: readonly ('create' | 'update' | 'detail')[];
  /** What their titles say, where it is not the noun. */
  one?: Text;
  list?: Partial<RouteNode>;
  create?: Partial<RouteNode>;
  update?: Partial<RouteNode>;
  detail?: Partial<RouteNode>;
  more?: readonly RouteNode[];
  /** Its objects run; the right to see that. */
  runs?: string;
  /** What the search for objects calls it, where that is not its model. */
  hit?: string;
}

/** A resource of the console. `pages` is there when it has pages of its own, which the menu shows and the palette finds. */
export interface Entry extends Resource {
  words: Noun;
  pages?: Pages;
}

/** A resource whose rows the pages of others show. `rights` are app and model of its permission codes. */
export function shown(words: Noun, rights: `${string}.${string}`, url: string, path: string): Entry {
  const [app = '', model = ''] = rights.split('.');
  return { noun: words.key, words, app, model, url, path };
}

/** A resource with pages of its own: menu entry, list, form, page of an object, import, export, palette and rights follow from this line. */
export const resource = (words: Noun, rights: `${string}.${string}`, url: string, path: string, pages: Pages = {}): Entry => ({
  ...shown(words, rights, url, path),
  pages,
});
