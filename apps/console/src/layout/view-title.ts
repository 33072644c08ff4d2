import type { Language } from '@postern/contract/text';
import { routeAt } from '../routes/match.ts';
import { type Route, resolveEverything } from '../routes/resolve.ts';
import { TREE } from '../routes/tree.ts';
import type { OpenView } from './view-tabs.ts';

let everything: readonly Route[] | undefined;

/** Title of a kept view in a language: the route's own where it was kept in another one; names of objects are the same in all. */
export function viewTitle({ path, title }: Pick<OpenView, 'path' | 'title'>, language: Language): string {
  everything ??= resolveEverything(TREE);
  const words = routeAt(everything, path)?.node.title;
  return words && Object.values(words).includes(title) ? words[language] : title;
}
