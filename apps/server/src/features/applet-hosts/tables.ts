import { COLUMN, defineTable } from '@postern/resource';

/** What a host of remote applications is beside an asset. */
export const appletHosts = defineTable({
  name: 'applet_hosts',
  columns: {
    asset_id: 'uuid primary key references assets (id) on delete cascade',
    deploy_options: 'jsonb not null',
    /** The agent on it: one at most, and one host at most for each. */
    terminal_id: 'uuid unique references terminals (id) on delete set null',
    date_synced: 'timestamptz',
    /** When all applications were published on it; what is taken back afterwards stays away. */
    date_published: 'timestamptz',
  },
});

declare module '@postern/resource/database' {
  interface Columns {
    'applet_hosts.deploy_options': Readonly<Record<string, unknown>>;
  }
}

/** Logins that were made for people on a host; others on it are nobody's to lease, and told to no agent. */
export const hostAccounts = defineTable({
  name: 'applet_host_accounts',
  columns: {
    account_id: 'uuid primary key references accounts (id) on delete cascade',
    host_id: 'uuid not null references applet_hosts (asset_id) on delete cascade',
    is_private: 'boolean not null',
    /** Whose it is while they are there; without them it is nobody's. */
    user_id: 'uuid references users (id) on delete set null',
  },
  indexes: [{ on: 'host_id, user_id', unique: true }],
});

/** Who uses which login on a host at the moment: one for each connection token. */
export const leases = defineTable({
  name: 'applet_leases',
  columns: {
    token_id: COLUMN.id,
    account_id: 'uuid not null references applet_host_accounts (account_id) on delete cascade',
    user_id: 'uuid not null references users (id) on delete cascade',
    /** What is opened from there. */
    asset_id: 'uuid not null',
    component_id: 'uuid not null references terminals (id) on delete cascade',
    is_shared: 'boolean not null',
    date_leased: 'timestamptz not null',
    date_expired: 'timestamptz not null',
  },
  // The last word on one login for one at a time.
  indexes: [{ on: 'account_id', unique: true, where: 'not is_shared' }, { on: 'component_id' }, { on: 'user_id' }],
});

/** Where somebody was last, which is where their settings are. */
export const choices = defineTable({
  name: 'applet_host_choices',
  columns: {
    user_id: 'uuid not null references users (id) on delete cascade',
    host_id: 'uuid not null references applet_hosts (asset_id) on delete cascade',
    account_id: 'uuid references applet_host_accounts (account_id) on delete set null',
    date_chosen: 'timestamptz not null',
  },
  constraints: ['primary key (user_id, host_id)'],
});
