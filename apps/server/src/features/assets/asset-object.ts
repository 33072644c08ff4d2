import { CATEGORIES, CATEGORY_LABELS, typeLabel } from '@postern/contract/platforms';
import { render } from '@postern/contract/text';
import type { Joined } from '@postern/resource';
import { assetOfRow } from './asset.queries.ts';

interface Asset {
  category: string;
  type: string;
  [name: string]: unknown;
}

/** The asset of a row that has one (`t.asset_id`), as people see it beside what is about it. */
export const assetObject: Joined = {
  expression: () => assetOfRow(),
  wire(value, { language }) {
    if (!value) return null;
    const asset = value as Asset;
    const known = CATEGORIES.find((one) => one === asset.category);
    return {
      ...asset,
      type: { value: asset.type, label: render(typeLabel(asset.type), language) },
      category: { value: asset.category, label: known ? render(CATEGORY_LABELS[known], language) : asset.category },
    };
  },
};
