import type { Language } from '@postern/contract/text';
import type { Params, WordKey } from './words.ts';

/** What the menu shows and asks for. Every text in here has been made safe to show (questions.ts). */

export interface MenuAsset {
  id: string;
  name: string;
  address: string;
  platform: string;
  organisation: string;
  comment: string;
  active: boolean;
  /** What marks it, as `name:value` of a label; empty without a mark. */
  mark: string;
  /** What people are told of it before they type; may be empty. */
  warning: string;
  /** Those that open in a terminal here. */
  protocols: readonly string[];
}

export interface MenuNode {
  id: string;
  key: string;
  name: string;
  amount: number;
}

export interface MenuRecent {
  asset: { id: string; name: string };
  address: string;
  account: string;
  /** What the core calls the account. */
  alias: string;
  protocol: string;
  when: string;
}

export interface MenuAccount {
  alias: string;
  name: string;
  username: string;
}

/** What is opened: an asset, an account of it and a protocol, by what the core calls them. */
export interface MenuTarget {
  asset: string;
  account: string;
  protocol: string;
  /** How people call it. */
  label: string;
}

/** Which assets are listed. */
export type Scope = { of: 'all' } | { of: 'favourites' } | { of: 'node'; id: string; name: string };

export interface Page {
  count: number;
  assets: readonly MenuAsset[];
}

/** Assets that are asked for at once; a list of 100,000 is read in such pieces, and a few of them are kept. */
export const PAGE = 50;
export const MAX_PAGES = 4;
export const MAX_QUERY = 128;
export const MAX_NODES = 1_000;
export const MAX_TREE_ROWS = 4_000;
export const MAX_ACCOUNTS = 200;
export const MAX_RECENT = 50;

export type ListName = 'search' | 'favourites' | 'node';
export const VIEWS = ['search', 'tree', 'favourites', 'recent'] as const;
export type View = (typeof VIEWS)[number];

/** The marked assets, after a mark was set or taken away. */
export function withMark(marked: ReadonlySet<string>, asset: string, on: boolean): ReadonlySet<string> {
  const next = new Set(marked);
  if (on) next.add(asset);
  else next.delete(asset);
  return next;
}

/** What is asked of the core. `id` comes back with the answer; an older one counts no more. */
export type Question =
  | { ask: 'assets'; list: ListName; id: number; scope: Scope; query: string; page: number; limit: number }
  | { ask: 'nodes'; id: number; key: string | undefined }
  | { ask: 'recent'; id: number }
  | { ask: 'accounts'; id: number; asset: MenuAsset }
  /** Which assets the person has marked. */
  | { ask: 'marks'; id: number }
  /** A mark is set, or taken away. */
  | { ask: 'mark'; id: number; asset: MenuAsset; on: boolean };

export type Answer =
  | { to: 'assets'; list: ListName; id: number; page: number; found: Page }
  | { to: 'nodes'; id: number; key: string | undefined; nodes: readonly MenuNode[]; more: boolean }
  | { to: 'recent'; id: number; recent: readonly MenuRecent[] }
  | { to: 'accounts'; id: number; accounts: readonly MenuAccount[] }
  | { to: 'marks'; id: number; marked: ReadonlySet<string> }
  | { to: 'mark'; id: number; asset: MenuAsset; on: boolean };

/** One line for the person: words of ours, in their language when it is drawn, or text that is there already. */
export type Notice = { key: WordKey; params?: Params } | { text: string };

export type Effect =
  /** `typed`: it may be followed by another in a moment. */
  { do: 'ask'; question: Question; typed: boolean } | { do: 'open'; target: MenuTarget } | { do: 'plain' } | { do: 'leave' };

export interface Stepped<S> {
  state: S;
  effects: Effect[];
}

export const LANGUAGE_ORDER: readonly Language[] = ['en', 'zh', 'ja'];
export const nextLanguage = (language: Language): Language =>
  LANGUAGE_ORDER[(LANGUAGE_ORDER.indexOf(language) + 1) % LANGUAGE_ORDER.length] ?? 'en';
