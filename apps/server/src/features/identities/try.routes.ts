import { CodedError, InvalidInput } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import { type Context, json, labelled, listSchema, objectSchema, type Route, recordSchema, TEXT_SCHEMA, text } from '@postern/resource';
import { question } from '../../platform/routes/question.ts';
import { answerShape } from '../../platform/shown.ts';
import { isEverywhere } from '../rbac/index.ts';
import { RULE_SOURCES } from './admission-rule.resource.ts';
import { attributesFrom } from './attributes.ts';
import type { Attributes, ExternalSource } from './external-person.ts';
import { wordsOf } from './rule-audit.ts';
import { givenBy, matching, rulesOf } from './rules.ts';
import { Unreachable } from './ways.ts';

export interface TryDeps {
  /** What the directory says of somebody now. @throws Unreachable */
  directory(ctx: Context, username: string): Promise<Attributes | undefined>;
}

const VALUES = recordSchema(listSchema(TEXT_SCHEMA));
const TRIED = answerShape(
  objectSchema({
    attributes: VALUES,
    rules: listSchema(objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA })),
    system_roles: listSchema(TEXT_SCHEMA),
    org_roles: listSchema(TEXT_SCHEMA),
    groups: listSchema(TEXT_SCHEMA),
  }),
  'admissionRules.tried',
);
/** Somebody whom nobody is: only names of what they would get are told. */
const SOMEBODY = '';

async function attributesOf(ctx: Context, deps: TryDeps, username: string): Promise<Attributes> {
  try {
    const found = await deps.directory(ctx, username);
    if (!found) throw InvalidInput.on('username', 'does_not_exist', { value: username });
    return found;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    ctx.log.warn({ err: error }, 'the directory could not be asked about a person');
    throw new CodedError('error', {}, { body: { error: error.message } });
  }
}

/** `POST admission-rules/try/`: what somebody would get, by what is written here or what the directory says of them now. Nothing is changed. */
export const tryRoute = (deps: TryDeps): Route =>
  question({
    path: '/api/v1/settings/admission-rules/try/',
    name: 'admissionRules.try',
    who: { allow: 'superuser' },
    rows: { none: 'rules that system administrators alone write' },
    rootOrg: true,
    bodyLimit: 131_072,
    body: {
      source: labelled({
        label: words('Source', '来源', '認証元'),
        default: 'ldap',
        choices: RULE_SOURCES.filter(({ value }) => value !== 'any'),
      }),
      username: text({ label: words('Username', '用户名', 'ユーザー名'), max: 128, default: '', blank: true }),
      provider: text({ label: words('Provider', '提供方', 'プロバイダー'), max: 31, default: '', blank: true }),
      attributes: json({ label: words('Attributes', '属性', '属性'), holds: VALUES, default: {} }),
    },
    answer: TRIED,
    errors: ['error'],
    async tell(ctx, { body }) {
      const source = body.source as ExternalSource;
      const asked = source === 'ldap' && body.username !== '';
      const attributes = asked ? await attributesOf(ctx, deps, body.username) : attributesFrom(body.attributes as Record<string, unknown>);
      const found = matching(await rulesOf(ctx), { source, way: body.provider, attributes });
      const { roles, groups } = givenBy(found, SOMEBODY);
      const named = await wordsOf(ctx, [...roles, ...groups], ctx.language);
      const all = (things: readonly (typeof roles | typeof groups)[number][]): string[] => [...new Set(things.map(named))];
      return {
        attributes,
        rules: found.map(({ id, name }) => ({ id, name })),
        system_roles: all(roles.filter((role) => isEverywhere(role))),
        org_roles: all(roles.filter((role) => !isEverywhere(role))),
        groups: all(groups),
      };
    },
  });
