import { ORG } from '@postern/contract/ids';
import { type Language, render, text } from '@postern/contract/text';
import type { Context, Database, Organisation } from '@postern/resource';
import { tellWithCommit } from '../database/transaction.ts';
import type { EventBus } from '../events/bus.ts';
import type { Identity, IdentityUser, Rights } from './identity.ts';

const CHANNEL = 'identity';
/** Nothing is believed longer than this, even when an invalidation was never sent. */
const MAX_AGE_MS = 15_000;
/** While the line to the other processes is down: the requests of one page. */
const MAX_AGE_DEAF_MS = 250;
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
    // Hardly anything is believed while nobody could tell us that it has changed.
    if (known && now - known.at < (events.connected() ? MAX_AGE_MS : MAX_AGE_DEAF_MS)) return known.value as Promise<T>;
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

/**
 * Tells all processes that users, roles, bindings or organisations have changed: the others with the commit, so that none is left behind when this one dies
 * right after it, and this one before the answer goes out.
 */
export function announceIdentityChange(ctx: Context, events: EventBus): void {
  const inside = tellWithCommit(ctx, CHANNEL, {});
  ctx.afterCommit(async () => {
    events.local(CHANNEL, {});
    if (!inside) await events.publish(ctx.tx, CHANNEL, {});
  });
}

const GLOBAL = text('GLOBAL', '全局组织', 'グローバル組織');

/** The organisation that is not stored: reads span all. `name` is the setting GLOBAL_ORG_DISPLAY_NAME, if any. */
export const rootOrganisation = (language: Language = 'en', name = ''): Organisation => ({
  id: ORG.ROOT,
  name: name || render(GLOBAL, language),
  isRoot: true,
  isDefault: false,
});
