import { type Text, text } from '@postern/contract/text';
import type { Entry } from '../features/resource-entry.ts';
import { ENTRIES } from '../features/resources.ts';
import { plainScreens } from './plain-screens.ts';
import type { RouteNode } from './route-types.ts';

interface ResourceRoutes {
  path: string;
  /** Prefix of the four route names: `User` gives UserList, UserCreate, UserUpdate, UserDetail. */
  base: string;
  /** Title of the list, and the word for one of them. */
  many: Text;
  one: Text;
  /** Which of the other three exist; all by default. */
  with?: readonly ('create' | 'update' | 'detail')[];
  /** What differs from the rule, by screen. */
  list?: Partial<RouteNode>;
  create?: Partial<RouteNode>;
  update?: Partial<RouteNode>;
  detail?: Partial<RouteNode>;
  more?: readonly RouteNode[];
}

const PATHS = { create: 'create', update: ':id/update', detail: ':id' } as const;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** List, create, update and detail of a resource (docs/behaviour/start-and-views.md#routes). Only the list is in the menu. */
export function resourceRoutes(given: ResourceRoutes): RouteNode {
  const parts = given.with ?? ['create', 'update', 'detail'];
  const { en, zh, ja } = given.one;
  const titles = {
    create: text(`Create ${en}`, `创建${zh}`, `${ja}を作成`),
    update: text(`Update ${en}`, `更新${zh}`, `${ja}を更新`),
    detail: text(`${capital(en)} detail`, `${zh}详情`, `${ja}の詳細`),
  };
  const children = (['create', 'update', 'detail'] as const)
    .filter((part) => parts.includes(part))
    .map(
      (part): RouteNode => ({
        path: PATHS[part],
        name: `${given.base}${capital(part)}`,
        title: titles[part],
        hidden: true,
        ...given[part],
      }),
    );
  return { path: given.path, name: `${given.base}List`, title: given.many, ...given.list, children: [...children, ...(given.more ?? [])] };
}

/** Executions of a plan and one of them: static segments, which win over `:id`. */
function runRoutes(base: string, permission: string): readonly RouteNode[] {
  return [
    {
      path: 'executions',
      name: `${base}ExecutionList`,
      title: text('Executions', '执行历史', '実行履歴'),
      hidden: true,
      // It leads to a tab of the plans' own page.
      noTab: true,
      permissions: [permission],
    },
    {
      path: 'executions/:id',
      name: `${base}ExecutionDetail`,
      title: text('Execution detail', '执行详情', '実行の詳細'),
      hidden: true,
      permissions: [permission],
    },
  ];
}

/**
 * The pages of every resource that is registered directly below an address, in the order of the registry. A page that no feature draws
 * (its `screens.ts`) is drawn from the metadata.
 */
export const below = (address: string): readonly RouteNode[] =>
  ENTRIES.filter((entry) => entry.pages && entry.path.slice(0, entry.path.lastIndexOf('/')) === address).map(routesOf);

/** The routes of a registered resource: list, create, update and detail, each with the right that its address says. */
export function routesOf(entry: Entry): RouteNode {
  const { base = capital(entry.noun), one = entry.words.one, runs, more = [], ...pages } = entry.pages ?? {};
  const { list, detail, form } = plainScreens(entry);
  return resourceRoutes({
    ...(pages.with ? { with: pages.with } : {}),
    path: entry.path.slice(entry.path.lastIndexOf('/') + 1),
    base,
    many: entry.words.title,
    one,
    list: { app: entry.app, resource: entry.model, screen: list, ...pages.list },
    create: { screen: form, ...pages.create },
    update: { screen: form, ...pages.update },
    detail: { screen: detail, ...pages.detail },
    more: [...more, ...(runs ? runRoutes(base, runs) : [])],
  });
}
