import { ROLE } from '@postern/contract/ids';
import { compilePattern, problemIn } from '@postern/pattern';
import { among, at, type Context } from '@postern/resource';
import type { RoleOfPerson } from '../rbac/index.ts';
import type { Membership } from '../users/index.ts';
import type { RuleMatch, RuleSource } from './admission-rule.resource.ts';
import type { Attributes, ExternalSource } from './external-person.ts';

/** Rules of admission as they are asked: about whom, and what they give. */
export interface AdmissionRule {
  id: string;
  name: string;
  source: RuleSource;
  /** Name of a provider beside the first of its kind; empty for those that have none. */
  provider: string;
  attribute: string;
  match: RuleMatch;
  texts: readonly string[];
  keep: boolean;
  stop: boolean;
  /** Where those it is about belong; null for nowhere. */
  org_id: string | null;
  /** Roles there; a member without any has that of everybody. */
  roles: readonly string[];
  groups: readonly string[];
  system_role_id: string | null;
}

/** Attributes of one entry that rules have read. */
const MAX_ASKED = 50;

/** What nobody gets by a rule: everything, and what programs may. */
export const NEVER_GIVEN: ReadonlySet<string> = new Set([ROLE.SYSTEM_ADMIN, ROLE.SYSTEM_COMPONENT]);

const isOf = ({ org_id: home }: { org_id: string }, { org_id: place }: { org_id: string | null }): boolean => home === place;

async function linksOf(ctx: Context, ids: readonly string[]) {
  const roles = await ctx.tx
    .selectFrom('admission_rule_roles as l')
    .innerJoin('roles as r', 'r.id', 'l.role_id')
    .select(['l.rule_id', 'l.role_id'])
    .where('r.scope', '=', 'org')
    .where(among(at('l')('rule_id'), ids))
    .execute();
  const groups = await ctx.tx
    .selectFrom('admission_rule_groups as l')
    .innerJoin('user_groups as g', 'g.id', 'l.group_id')
    .select(['l.rule_id', 'l.group_id', 'g.org_id'])
    .where(among(at('l')('rule_id'), ids))
    .execute();
  return { roles, groups };
}

/** The rules that are on, in the order in which they are asked: the higher number first, of equal ones the first by name. */
export async function rulesOf(ctx: Context): Promise<AdmissionRule[]> {
  const rows = await ctx.tx
    .selectFrom('admission_rules as r')
    .leftJoin('roles as s', (join) => join.onRef('s.id', '=', 'r.system_role_id').on('s.scope', '=', 'system'))
    .select([
      'r.id',
      'r.name',
      'r.source',
      'r.provider',
      'r.attribute',
      'r.match',
      'r.texts',
      'r.keep',
      'r.stop',
      'r.organization_id as org_id',
    ])
    .select('s.id as system_role_id')
    .where('r.is_active', '=', true)
    .orderBy('r.priority', 'desc')
    .orderBy('r.name')
    .execute();
  if (rows.length === 0) return [];
  const { roles, groups } = await linksOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    roles: roles.flatMap((one) => (one.rule_id === row.id ? one.role_id : [])),
    // A group of another organisation is none of this rule's, whatever was written.
    groups: groups.filter((one) => one.rule_id === row.id && isOf(one, row)).map((one) => one.group_id),
    system_role_id: row.system_role_id && !NEVER_GIVEN.has(row.system_role_id) ? row.system_role_id : null,
  }));
}

/** Names of attributes of a directory that rules ask for, groups by their own name among them. */
export async function askedAttributes(ctx: Context): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('admission_rules')
    .distinct()
    .select('attribute')
    .where('is_active', '=', true)
    .where('source', 'in', ['any', 'ldap'])
    .limit(MAX_ASKED)
    .execute();
  return rows.map(({ attribute }) => (attribute.toLowerCase() === 'groups' ? 'memberOf' : attribute));
}

/** A pattern that has to fit a value as a whole: what only contains it is another value. Each part is looked at by itself, so that no bracket closes ours. */
export const wholePattern = (source: string): string => `^(?:${source})$`;
export const problemOfPattern = (source: string) => problemIn(source) ?? problemIn(wholePattern(source));

/** Directories do not tell capitals apart, nor blanks between the parts of a name (RFC 4518); other places do. */
const folded = (text: string): string => text.toLowerCase().replace(/\s*([,=+])\s*/g, '$1');

function holds({ match, texts }: AdmissionRule, values: readonly string[], fold: boolean): boolean {
  if (match === 'regex')
    return texts.some((text) => {
      if (problemOfPattern(text)) return false;
      const pattern = compilePattern(wholePattern(text), { ignoreCase: fold });
      return values.some((value) => pattern?.test(value) === true);
    });
  const as = fold ? folded : (text: string): string => text;
  const wanted = new Set(texts.map(as));
  return values.some((value) => wanted.has(as(value)));
}

function valuesOf(attributes: Attributes, name: string, fold: boolean): readonly string[] {
  if (Object.hasOwn(attributes, name)) return attributes[name] ?? [];
  const key = fold ? Object.keys(attributes).find((one) => one.toLowerCase() === name.toLowerCase()) : undefined;
  return key === undefined ? [] : (attributes[key] ?? []);
}

/** Which rules are about somebody, up to the first that says that no other is asked. */
export function matching(
  rules: readonly AdmissionRule[],
  { source, way = '', attributes = {} }: { source: ExternalSource; way?: string; attributes?: Attributes },
): AdmissionRule[] {
  const fold = source === 'ldap';
  const found: AdmissionRule[] = [];
  for (const rule of rules) {
    if (rule.source !== 'any' && rule.source !== source) continue;
    // A partner's provider writes what it likes: only what is meant for it is given on its word.
    if (rule.provider !== way) continue;
    if (!holds(rule, valuesOf(attributes, rule.attribute, fold), fold)) continue;
    found.push(rule);
    if (rule.stop) break;
  }
  return found;
}

/** What rules give a person. */
export function givenBy(rules: readonly AdmissionRule[], user_id: string): { roles: RoleOfPerson[]; groups: Membership[] } {
  const roles = rules.flatMap(({ org_id, roles, system_role_id }) => [
    ...(system_role_id === null ? [] : [{ user_id, role_id: system_role_id, org_id: null }]),
    ...(org_id === null ? [] : (roles.length > 0 ? roles : [ROLE.ORG_USER]).map((role_id) => ({ user_id, role_id, org_id }))),
  ]);
  return { roles, groups: rules.flatMap(({ groups }) => groups.map((group_id) => ({ user_id, group_id }))) };
}
