/** Columns that tables have in one form. */
export const COLUMN = { id: 'uuid primary key', now: 'timestamptz not null default now()' } as const;

/**
 * A table as data. Resources get theirs from their fields; what is no resource (login sessions, counters, the id
 * cache) is written down directly. Both print to the same migrations and typed rows.
 */
export interface TableDefinition {
  name: string;
  /** Column name → SQL, e.g. `uuid not null`, or one of `COLUMN`. */
  columns: Readonly<Record<string, string>>;
  /** Table constraints, e.g. `primary key (left_id, right_id)`. */
  constraints?: readonly string[];
  indexes?: readonly IndexDefinition[];
}

export interface IndexDefinition {
  /** What is indexed, as SQL inside the parentheses: `org_id, name`, `name gin_trgm_ops`. */
  on: string;
  unique?: boolean;
  using?: 'btree' | 'gin' | 'gist';
  where?: string;
}

export const defineTable = (definition: TableDefinition): TableDefinition => definition;
