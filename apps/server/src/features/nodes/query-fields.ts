import { type Text, text as words } from '@postern/contract/text';
import { text } from '@postern/resource';
import { WORDS } from '../../platform/shown.ts';

/** Parameters of trees and lists that are no plain list of a resource. */

/** Text of a query: empty and missing say the same, and no length is refused, as longer values are cut before (platform/http/request.ts). */
export const word = (label: Text) => text({ label, max: 8_192, default: '', blank: true });

/** Part of a name or an address. */
export const searched = word(words('Search', '搜索', '検索'));
/** The node a list or a tree begins at, by its key or its id. */
export const start = { key: word(WORDS.key), id: word(WORDS.id) };

/** Switches as clients of trees write them; anything else is off. */
export const yes = (value: string): boolean => value === '1' || value.toLowerCase() === 'true';
