import { z } from 'zod';

/**
 * Many objects said in one JSON value: all of them, some by id, or those whose attributes fulfil every rule. The same
 * value is the filter `attr_rules` of lists and the users and assets of an access rule (docs/wire/conventions.md#attribute-rules,
 * docs/wire/access-rules.md#who-and-what).
 */

const MAX_IDS = 1_000;
const MAX_RULES = 50;
const MAX_VALUES = 500;
/** Characters of one value to compare with. */
const MAX_TEXT = 1_024;

const scalar = z.union([z.string().max(MAX_TEXT), z.number(), z.boolean()]);

const attributeRule = z.object({
  name: z.string().min(1).max(64),
  /** Named loosely: a comparison that does not exist matches nothing. */
  match: z.string().max(32).default('exact'),
  value: z.union([scalar, z.null(), z.array(scalar).max(MAX_VALUES)]),
});
export type AttributeRule = z.infer<typeof attributeRule>;

export const matcherShape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('all') }),
  z.object({ type: z.literal('ids'), ids: z.array(z.string().max(64)).min(1).max(MAX_IDS) }),
  z.object({ type: z.literal('attrs'), attrs: z.array(attributeRule).min(1).max(MAX_RULES) }),
]);
export type Matcher = z.infer<typeof matcherShape>;

/** Values of a rule, whether it has one or several; none is the empty text. */
export function ruleValues(value: AttributeRule['value']): (string | number | boolean)[] {
  if (value === null) return [''];
  return Array.isArray(value) ? value : [value];
}
