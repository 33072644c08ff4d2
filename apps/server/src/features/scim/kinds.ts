import { isMailAddress, type SettingsReader } from '@postern/contract/settings';
import { isRecord } from '@postern/contract/wire';
import { type Context, EVERYBODY, type Kernel, NOBODY, present, type Row } from '@postern/resource';
import { externalIds, setExternalId, withExternalId } from '../identities/index.ts';
import { setGroupExternalId } from '../users/index.ts';
import { type Resource, resourceOf } from './answers.ts';
import type { Document } from './patch.ts';
import { ScimProblem } from './problem.ts';
import { GROUP, USER } from './shapes.ts';
import { type Attributes, column } from './where.ts';

/** What people and groups are to SCIM: which resource of ours, what of it is said, and what a body of theirs writes. */

/** A body that says something that cannot be. */
const badValue = (message: string): ScimProblem => new ScimProblem('invalidValue', message);

export interface Kind {
  /** `User`, `Group`; with an `s` the address. */
  name: 'User' | 'Group';
  resource: 'user' | 'usergroup';
  schema: string;
  /** Codes of the rights to see, add, change and delete. */
  rights: Readonly<Record<'view' | 'add' | 'change' | 'delete', string>>;
  attributes: Attributes;
  /** Rows as SCIM shows them, in their order. `base` is the address of the service. */
  shown(ctx: Context, kernel: Kernel, rows: readonly Row[], base: string): Promise<Resource[]>;
  /** A document as the body of our own resource. @throws ScimProblem */
  body(document: Document, settings: SettingsReader, before: Document | undefined): Record<string, unknown>;
  /** What operations find beside what is shown: people have one mail address, and providers ask for that of work. */
  patchable?(shown: Resource): Document;
  /** What is kept beside the row. */
  after?(ctx: Context, id: string, document: Document): Promise<void>;
}

/** Provider under which identifiers of the provisioning client are kept: one client fills one installation. */
const PROVIDER = 'scim';

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const dateOf = (value: unknown): Date | undefined => (value instanceof Date ? value : undefined);
const fieldsOf = (kernel: Kernel, resource: string, names: readonly string[]) =>
  kernel.byName(resource).fields.filter((field) => names.includes(field.name));

interface Named {
  id: string;
  name?: string;
}

/** The name a body gives: as others see it, or put together, for clients that send the parts alone. */
function displayName({ displayName: shown, name }: Document): string {
  if (text(shown) !== '') return text(shown);
  const parts = isRecord(name) ? name : {};
  return text(parts.formatted) || [text(parts.givenName), text(parts.familyName)].filter(Boolean).join(' ');
}

/**
 * The one mail address of several: the primary one, or the last that is of work or of no kind. A client that adds one without a word on the former
 * means the new one.
 */
function mailOf({ emails }: Document): string {
  const list = (Array.isArray(emails) ? emails : []).filter(isRecord);
  const primary = list.find((one) => one.primary === true || one.primary === 'true');
  return text((primary ?? list.findLast((one) => one.type === undefined || one.type === 'work') ?? list.at(-1))?.value);
}

/** Entra ID sends truth values as texts. */
function truth(value: unknown): boolean | undefined {
  if (typeof value === 'boolean' || value === undefined || value === null) return value ?? undefined;
  const word = text(value).toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  throw badValue('active is true or false.');
}

function externalIdOf({ externalId }: Document): string | null {
  if (externalId !== undefined && externalId !== null && typeof externalId !== 'string') throw badValue('externalId is a text.');
  return externalId ? externalId.slice(0, 256) : null;
}

const people: Kind = {
  name: 'User',
  resource: 'user',
  schema: USER,
  rights: { view: 'users.view_user', add: 'users.add_user', change: 'users.change_user', delete: 'users.delete_user' },
  attributes: {
    id: { kind: 'id', column: column('id') },
    username: { kind: 'text', column: column('username') },
    displayname: { kind: 'text', column: column('name') },
    'name.formatted': { kind: 'text', column: column('name') },
    emails: { kind: 'text', column: column('email') },
    'emails.value': { kind: 'text', column: column('email') },
    active: { kind: 'boolean', column: column('is_active') },
    'meta.created': { kind: 'date', column: column('date_created') },
    'meta.lastmodified': { kind: 'date', column: column('date_updated') },
    'emails.type': { kind: 'linked', equals: (value) => (value.toLowerCase() === 'work' ? EVERYBODY : NOBODY), present: () => EVERYBODY },
    externalid: {
      kind: 'linked',
      equals: (value) => withExternalId(column('id'), PROVIDER, value),
      present: () => withExternalId(column('id'), PROVIDER),
    },
  },
  async shown(ctx, kernel, rows, base) {
    const names = ['id', 'username', 'name', 'email', 'is_active', 'groups'];
    const [wire, external] = await Promise.all([
      present(kernel, kernel.byName('user'), ctx, rows, fieldsOf(kernel, 'user', names)),
      externalIds(
        ctx,
        PROVIDER,
        rows.map((row) => String(row.id)),
      ),
    ]);
    return wire.map((one, at) => {
      const [id, name] = [String(one.id), String(one.name)];
      const known = external.get(id);
      const groups = (one.groups as readonly Named[] | undefined) ?? [];
      const body = {
        ...(known === undefined ? {} : { externalId: known }),
        userName: one.username,
        name: { formatted: name },
        displayName: name,
        active: one.is_active,
        emails: [{ value: one.email }],
        ...(groups.length > 0
          ? { groups: groups.map((group) => ({ value: group.id, $ref: `${base}/Groups/${group.id}`, display: group.name })) }
          : {}),
      };
      const row = rows[at];
      const meta = { created: dateOf(row?.date_created), lastModified: dateOf(row?.date_updated) };
      return resourceOf(id, USER, body, { resourceType: 'User', location: `${base}/Users/${id}`, ...meta });
    });
  },
  patchable: (shown) => ({ ...shown, emails: (shown.emails as readonly object[]).map((one) => ({ ...one, type: 'work' })) }),
  body(document, settings, before) {
    const username = text(document.userName);
    if (username === '') throw badValue('userName is required.');
    const domain = settings.get('EMAIL_SUFFIX');
    const email = mailOf(document) || (isMailAddress(username) ? username : `${username}@${domain}`);
    const active = truth(document.active);
    return {
      username,
      name: displayName(document) || username,
      email,
      ...(active === undefined ? {} : { is_active: active }),
      ...(before ? {} : { source: settings.get('SCIM_USER_SOURCE') }),
    };
  },
  after: (ctx, id, document) => setExternalId(ctx, PROVIDER, id, externalIdOf(document)),
};

const groups: Kind = {
  name: 'Group',
  resource: 'usergroup',
  schema: GROUP,
  rights: {
    view: 'users.view_usergroup',
    add: 'users.add_usergroup',
    change: 'users.change_usergroup',
    delete: 'users.delete_usergroup',
  },
  attributes: {
    id: { kind: 'id', column: column('id') },
    displayname: { kind: 'text', column: column('name') },
    externalid: { kind: 'exact', column: column('external_id') },
    'meta.created': { kind: 'date', column: column('date_created') },
  },
  async shown(ctx, kernel, rows, base) {
    const wire = await present(kernel, kernel.byName('usergroup'), ctx, rows, fieldsOf(kernel, 'usergroup', ['id', 'name', 'users']));
    return wire.map((one, at) => {
      const id = String(one.id);
      const members = ((one.users as readonly Named[] | undefined) ?? []).map((user) => ({
        value: user.id,
        $ref: `${base}/Users/${user.id}`,
      }));
      const row = rows[at];
      const known = row?.external_id ? { externalId: row.external_id } : {};
      const body = { ...known, displayName: one.name, ...(members.length > 0 ? { members } : {}) };
      const created = dateOf(row?.date_created);
      return resourceOf(id, GROUP, body, { resourceType: 'Group', location: `${base}/Groups/${id}`, created });
    });
  },
  body(document) {
    const name = text(document.displayName);
    if (name === '') throw badValue('displayName is required.');
    const members = document.members === undefined || document.members === null ? [] : document.members;
    if (!Array.isArray(members)) throw badValue('members is a list.');
    const users = members.map((member: unknown) => (isRecord(member) ? text(member.value) : ''));
    if (users.includes('')) throw badValue('A member has the id of a person as its value.');
    return { name, users: [...new Set(users)] };
  },
  after: (ctx, id, document) => setGroupExternalId(ctx, id, externalIdOf(document)),
};

export const KINDS: readonly Kind[] = [people, groups];
