import { createHash } from 'node:crypto';
import type { Reply } from '@postern/resource';
import { MESSAGES } from './shapes.ts';

/** Media type of everything that is answered (RFC 7644 §3.1). */
export const SCIM = 'application/scim+json';

export const scim = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  body,
  headers: { 'content-type': `${SCIM}; charset=utf-8`, ...headers },
});

export const listResponse = (resources: readonly object[], total: number, startIndex: number): object => ({
  schemas: [`${MESSAGES}:ListResponse`],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

interface Meta {
  resourceType: string;
  location: string;
  created?: Date | undefined;
  lastModified?: Date | undefined;
}

export type Resource = Record<string, unknown> & { id: string; meta: { location: string; version: string } };

/** A resource with its `meta`; its version follows from what it says, so that every change of it counts, wherever it was made. */
export function resourceOf(id: string, schema: string, body: Readonly<Record<string, unknown>>, meta: Meta): Resource {
  const { created, lastModified, ...rest } = meta;
  const version = `W/"${createHash('sha256')
    .update(JSON.stringify([id, body]))
    .digest('base64url')
    .slice(0, 22)}"`;
  return {
    schemas: [schema],
    id,
    ...body,
    meta: {
      ...rest,
      ...(created ? { created: created.toISOString() } : {}),
      ...(lastModified ? { lastModified: lastModified.toISOString() } : {}),
      version,
    },
  };
}

/** Whether a condition of a request names this version. `*` is any. */
export const namesVersion = (condition: string | string[] | undefined, version: string): boolean =>
  String(condition ?? '')
    .split(',')
    .some((one) => one.trim() === '*' || one.trim() === version);

/** What is asked for of a resource (RFC 7644 §3.9): names of attributes at the top; `id`, `schemas` and `meta` are always there. */
export function only(resource: Resource, { attributes, excludedAttributes }: { attributes: string; excludedAttributes: string }): object {
  const names = (list: string): ReadonlySet<string> =>
    new Set(
      list
        .split(',')
        .map((name) => name.trim().toLowerCase())
        .filter(Boolean)
        .flatMap((name) => [name, name.replace(/^urn:.*:/, '').replace(/\..*$/, '')]),
    );
  const [wanted, unwanted] = [names(attributes), names(excludedAttributes)];
  const always = new Set(['id', 'schemas', 'meta']);
  return Object.fromEntries(
    Object.entries(resource).filter(([key]) => {
      const name = key.toLowerCase();
      return always.has(name) || (wanted.size > 0 ? wanted.has(name) : !unwanted.has(name));
    }),
  );
}
