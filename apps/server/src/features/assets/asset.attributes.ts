import { parseUuids } from '@postern/contract/ids';
import { among, type Behaviour, eb } from '@postern/resource';
import { platformHas } from './asset.filters.ts';
import { hangsBelow, speaks } from './asset.queries.ts';

/** Attributes that access rules ask of assets and that are no field of theirs (docs/wire/access-rules.md#who-and-what). Main table alias is `t`. */
export const assetAttributes: NonNullable<Behaviour['attributes']> = {
  category: (_ctx, values) => among(eb.ref('t.category'), values),
  type: (_ctx, values) => platformHas(among(eb.ref('p.type'), values)),
  protocols: (_ctx, values) => speaks(values),
  // With everything below them.
  nodes: (_ctx, values) => hangsBelow(parseUuids(values)),
};
