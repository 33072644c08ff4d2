import { ORG } from '@postern/contract/ids';
import { type Language, render, text } from '@postern/contract/text';
import type { Database, Organisation } from '@postern/resource';
import type { EventBus } from '../events/bus.ts';
import type { Identity, IdentityUser, Rights } from './identity.ts';

const CHANNEL = 'identity';
/** Nothing is believed longer than this, even when an invalidation was never sent. */
const MAX_AGE_MS = 15_000;
const MAX_ENTRIES = 20_000;

/** Users, rights and organisations of recent requests. */
export interface IdentityCache {
  user(db: Database, id: string): Promise<IdentityUser | undefined>;
  rights(db: Database, userId: string, orgId: string): Promise<Rights>;
  organisation(db: Database, value: string): Promise<Organisation | undefined>;
  drop(): void;
}

interface Entry {
  at: number;
  value: Promise<unknown>;
}

export function createIdentityCache(identity: Identity, events: EventBus): IdentityCache {
  const entries = new Map<string, Entry>();
  const drop = (): void => entries.clear();
  events.subscribe(CHANNEL, drop);
  events.onGap(drop);

  function cached<T>(key: string, load: () => Promise<T>): Promise<T> {
    const now = Date.now();
    const known = entries.get(key);
    // The key names what was loaded, so the value has the type of this caller.
    if (known && now - known.at < MAX_AGE_MS) return known.value as Promise<T>;
    if (entries.size >= MAX_ENTRIES) entries.clear();
    const value = load();
    const entry = { at: now, value };
    entries.set(key, entry);
    value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return value;
  }

  return {
    user: (db, id) => cached(`user:${id}`, () => identity.loadUser(db, id)),
    rights: (db, userId, orgId) => cached(`rights:${userId}:${orgId}`, () => identity.permissionsOf(db, userId, orgId)),
    organisation: (db, value) => cached(`org:${value}`, () => identity.resolveOrganisation(db, value)),
    drop,
  };
}

/** Tells all nodes that users, roles, bindings or organisations have changed; this one knows before the answer goes out. */
export async function announceIdentityChange(events: EventBus, db: Database): Promise<void> {
  events.local(CHANNEL, {});
  await events.publish(db, CHANNEL, {});
}

const GLOBAL = text('GLOBAL', '全局组织', 'グローバル組織');

/** The organisation that is not stored: reads span all. `name` is the setting GLOBAL_ORG_DISPLAY_NAME, if any. */
export const rootOrganisation = (language: Language = 'en', name = ''): Organisation => ({
  id: ORG.ROOT,
  name: name || render(GLOBAL, language),
  isRoot: true,
  isDefault: false,
});
