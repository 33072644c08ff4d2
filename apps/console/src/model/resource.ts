/** What the screens need to know about a resource that its metadata does not tell: where it lives. */
export interface Resource {
  /** List URL with its trailing slash, without a query. */
  url: string;
  /** App and model of its permission codes: `users` + `user` gives `users.view_user` (docs/behaviour/lists.md#rights). */
  app: string;
  model: string;
  /** Address of the list screen; `create`, `:id` and `:id/update` hang below it. */
  path: string;
  /** Key below `noun` in the feature words. */
  noun: string;
}

export type Verb = 'view' | 'add' | 'change' | 'delete';

export const right = (resource: Resource, verb: Verb): string => `${resource.app}.${verb}_${resource.model}`;

/** A row of any resource. Ids are uuids, or integers for platforms. */
export interface Row {
  id: string | number;
  name?: string;
  [field: string]: unknown;
}

/** The id of a related object, however the wire gives the object. What has no id yet is to be made, and stays as it is. */
export const bareId = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const { id, pk } = value as { id?: unknown; pk?: unknown };
  return id ?? pk ?? value;
};

/** The name people know a row by: the one that is shown, its name, else what other resources use instead. */
export function titleOf(row: Readonly<Record<string, unknown>> | undefined): string {
  if (!row) return '';
  for (const key of ['display_name', 'name', 'title', 'hostname', 'username', 'label', 'user', 'subject', 'id']) {
    const value = row[key];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return '';
}

/** Page titles end at 80 characters. */
export const cutTitle = (title: string): string => (title.length > 80 ? `${title.slice(0, 80)}…` : title);
