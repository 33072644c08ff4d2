import { FIELD_TYPES, type FieldInfo, type MetadataMethod, type ResourceMetadata } from '@postern/contract/metadata';
import { isRecord } from '@postern/contract/wire';
import type { Answer, Api, Json } from '@postern/testkit/api';

/**
 * Reads and writes as a console of this API does that other people wrote: it asks OPTIONS before anything else, forgets the
 * slash at the end of an address, follows redirects as browsers do, draws lists and forms from `actions`, and sends back
 * what it was told.
 */
export interface WireClient {
  /** A call by the address without its last slash; redirects are followed. */
  ask<T = Json>(method: 'GET' | 'HEAD' | 'OPTIONS' | 'DELETE', path: string): Promise<Answer<T>>;
  /** Metadata of an address, or what is wrong with it. */
  metadata(path: string): Promise<{ meta: ResourceMetadata; wrong: readonly string[] }>;
  api: Api;
}

const HOPS = 3;

export function wireClient(api: Api): WireClient {
  async function ask<T>(method: 'GET' | 'HEAD' | 'OPTIONS' | 'DELETE', path: string): Promise<Answer<T>> {
    const [address = '', query] = path.split('?');
    let at = `${address.replace(/\/$/, '')}${query === undefined ? '' : `?${query}`}`;
    for (let hop = 0; ; hop += 1) {
      const answer = await api.send<T>(method, at);
      const next = answer.headers.get('location');
      if (answer.status !== 301 || next === null || hop === HOPS) return answer;
      at = next;
    }
  }
  return {
    api,
    ask,
    async metadata(path) {
      const answer = await ask<ResourceMetadata>('OPTIONS', path);
      if (answer.status !== 200) return { meta: NOTHING, wrong: [`OPTIONS ${path}: ${answer.status}`] };
      return { meta: answer.body, wrong: undrawable(answer.body).map((line) => `OPTIONS ${path}: ${line}`) };
    },
  };
}

const NOTHING: ResourceMetadata = { name: '', description: '', renders: [], parses: [], actions: {} };
const METHODS: readonly MetadataMethod[] = ['GET', 'POST', 'PUT', 'PATCH'];

/** What such a console could not draw, a sentence for each; empty when all is well. */
function undrawable(meta: ResourceMetadata): string[] {
  const { actions, renders, parses, name } = meta;
  if (typeof name !== 'string' || !Array.isArray(renders) || !Array.isArray(parses)) return ['is no metadata'];
  if (typeof actions !== 'object' || actions === null) return ['has no actions'];
  const unknown = Object.keys(actions).filter((method) => !(METHODS as readonly string[]).includes(method));
  return [
    ...unknown.map((method) => `speaks of ${method}`),
    ...METHODS.flatMap((method) =>
      Object.entries(actions[method] ?? {}).flatMap(([field, info]) => undrawableField(`${method} ${field}`, info)),
    ),
  ];
}

const isChoice = (one: unknown): boolean =>
  typeof one === 'object' && one !== null && 'value' in one && 'label' in one && typeof one.label === 'string';

function undrawableTree(at: string, options: readonly unknown[]): string[] {
  return options.flatMap((one) => {
    const { children } = one as { children?: readonly unknown[] };
    return [...(isChoice(one) ? [] : [`${at} has a leaf without value and label`]), ...undrawableTree(at, children ?? [])];
  });
}

/** `inner`: an element of a list has no name of its own to be labelled with. */
function undrawableField(at: string, info: Partial<FieldInfo>, inner = false): string[] {
  const problems: string[] = [];
  if (!info.type || !FIELD_TYPES.includes(info.type)) problems.push(`${at} is of no known type: ${String(info.type)}`);
  if (!inner) {
    if (typeof info.label !== 'string' || info.label === '') problems.push(`${at} has no label`);
    for (const flag of ['required', 'read_only', 'write_only'] as const)
      if (typeof info[flag] !== 'boolean') problems.push(`${at} does not say whether it is ${flag}`);
  }
  const { choices, tree, children, child } = info;
  if (choices && !(Array.isArray(choices) && choices.every(isChoice))) problems.push(`${at} has a choice without value and label`);
  if (/choice$/.test(info.type ?? '') && !choices && !info.read_only) problems.push(`${at} has no choices`);
  if (info.type === 'tree') problems.push(...(tree ? undrawableTree(at, tree) : [`${at} has no tree`]));
  if (info.type === 'nested object' && !inner && !info.read_only && !children && !child)
    problems.push(`${at} has neither children nor child`);
  for (const [name, one] of Object.entries(children ?? {})) problems.push(...undrawableField(`${at}.${name}`, one));
  if (child) problems.push(...undrawableField(`${at}[]`, child as Partial<FieldInfo>, true));
  return problems;
}

/** The rows of an answer, whichever way it lists them; none where it is no object. */
export function rowsOf(body: unknown): Readonly<Record<string, unknown>>[] {
  const page = typeof body === 'object' && body !== null && 'results' in body ? body.results : body;
  const rows: unknown[] = Array.isArray(page) ? page : [page];
  return rows.filter((row): row is Record<string, unknown> => isRecord(row));
}

/** A new form as it is drawn: every default that is not read-only. */
export const drawnForm = (fields: Readonly<Record<string, FieldInfo>>): Json =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, info]) => (info.read_only || info.default === undefined ? [] : [[name, info.default]])),
  );

/** The form of an object as it is drawn: what was loaded, of the fields that may be written. */
export const formOf = (fields: Readonly<Record<string, FieldInfo>>, loaded: Json): Json =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, info]) =>
      info.read_only || info.write_only || loaded[name] === undefined ? [] : [[name, loaded[name]]],
    ),
  );
