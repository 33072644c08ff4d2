import { assetType, CATEGORIES, CATEGORY_LABELS, type Category, typeLabel } from '@postern/contract/platforms';
import { render, text } from '@postern/contract/text';
import type { TreeNode } from '@postern/contract/wire';
import type { Context } from '@postern/resource';

/** Trees by category, type and platform (docs/wire/assets.md#trees). */

const all = text('All types', '全部类型', 'すべての種類');

export interface PlatformCount {
  id: number;
  name: string;
  category: string;
  type: string;
  amount: number;
}

export const categoryNodeId = (category: string): string => `ROOT_${category.toUpperCase()}`;
export const typeNodeId = (category: string, type: string): string => `${categoryNodeId(category)}_${type}`;

/**
 * The whole tree from the counts per platform.
 * @param options.platforms draw the platforms below their types
 * @param options.assets platforms (or, without platforms, types) can be opened
 */
export function categoryTree(
  ctx: Context,
  counts: readonly PlatformCount[],
  options: { platforms: boolean; assets: boolean; dropEmpty: boolean },
): TreeNode[] {
  const rootName = render(all, ctx.language);
  const out: TreeNode[] = [
    { id: 'ROOT', name: rootName, title: rootName, pId: '', isParent: true, open: true, meta: { type: 'category' } },
  ];
  const sum = (rows: readonly PlatformCount[]) => rows.reduce((total, row) => total + row.amount, 0);
  for (const category of CATEGORIES) {
    const inCategory = counts.filter((row) => row.category === category);
    if (inCategory.length === 0 || (options.dropEmpty && sum(inCategory) === 0)) continue;
    out.push(categoryNode(ctx, category, sum(inCategory)));
    for (const type of [...new Set(inCategory.map((row) => row.type))]) {
      const ofType = inCategory.filter((row) => row.type === type);
      if (options.dropEmpty && sum(ofType) === 0) continue;
      out.push(typeNode(ctx, category, type, sum(ofType), options.platforms ? ofType.length > 0 : options.assets));
      if (options.platforms) out.push(...ofType.map((row) => platformNode(row, options.assets)));
    }
  }
  return out;
}

function categoryNode(ctx: Context, category: Category, amount: number): TreeNode {
  const name = `${render(CATEGORY_LABELS[category], ctx.language)}(${amount})`;
  return { id: categoryNodeId(category), name, title: name, pId: 'ROOT', isParent: true, open: true, meta: { type: 'category', category } };
}

function typeNode(ctx: Context, category: Category, type: string, amount: number, isParent: boolean): TreeNode {
  const name = `${render(assetType(type)?.label ?? typeLabel(type), ctx.language)}(${amount})`;
  return {
    id: typeNodeId(category, type),
    name,
    title: name,
    pId: categoryNodeId(category),
    isParent,
    open: false,
    meta: { type: 'type', category, _type: type },
  };
}

function platformNode(row: PlatformCount, isParent: boolean): TreeNode {
  const name = `${row.name}(${row.amount})`;
  return {
    id: String(row.id),
    name,
    title: name,
    pId: typeNodeId(row.category, row.type),
    isParent,
    open: false,
    meta: { type: 'platform' },
  };
}
