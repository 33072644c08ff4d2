/** What is chosen in a list, by mouse and keys, as plain data. */
export interface Selection {
  chosen: ReadonlySet<string>;
  /** Where the keys are. */
  focus: string | null;
  /** Where a range began. */
  anchor: string | null;
}

export const NOTHING: Selection = { chosen: new Set(), focus: null, anchor: null };

export type SelectMode = 'only' | 'toggle' | 'range' | 'focus';

/** Goes to one of `names`, the list in its order. */
export function select(so: Selection, names: readonly string[], name: string, mode: SelectMode): Selection {
  if (mode === 'focus') return { ...so, focus: name };
  if (mode === 'toggle') {
    const chosen = new Set(so.chosen);
    if (!chosen.delete(name)) chosen.add(name);
    return { chosen, focus: name, anchor: name };
  }
  if (mode === 'only') return { chosen: new Set([name]), focus: name, anchor: name };
  const [from, to] = [names.indexOf(so.anchor ?? name), names.indexOf(name)].toSorted((a, b) => a - b) as [number, number];
  return { chosen: new Set(names.slice(Math.max(0, from), to + 1)), focus: name, anchor: so.anchor ?? name };
}

export const selectAll = (so: Selection, names: readonly string[]): Selection => ({ ...so, chosen: new Set(names) });

/** The list is another now: what is not in it is not chosen. */
export function keep(so: Selection, names: ReadonlySet<string>): Selection {
  const of = (name: string | null): string | null => (name !== null && names.has(name) ? name : null);
  return { chosen: new Set([...so.chosen].filter((name) => names.has(name))), focus: of(so.focus), anchor: of(so.anchor) };
}

/** So many places up or down, within the list. */
export function stepFrom(so: Selection, names: readonly string[], by: number): string | undefined {
  const at = so.focus === null ? -1 : names.indexOf(so.focus);
  return names[Math.max(0, Math.min(names.length - 1, at < 0 ? 0 : at + by))];
}
