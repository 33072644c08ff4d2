/** Knows which paths exist and with which methods, to tell 404 from 405 and to add a forgotten slash. */
export interface PathIndex {
  methods(path: string): ReadonlySet<string> | undefined;
}

interface Branch {
  fixed: Map<string, Branch>;
  parameter?: Branch;
  methods?: Set<string>;
}

const branch = (): Branch => ({ fixed: new Map() });

export function indexPaths(routes: readonly { method: string; path: string }[]): PathIndex {
  const root = branch();
  for (const { method, path } of routes) {
    let at = root;
    for (const segment of path.split('/')) {
      if (segment.startsWith(':')) {
        at.parameter ??= branch();
        at = at.parameter;
      } else {
        const next = at.fixed.get(segment) ?? branch();
        at.fixed.set(segment, next);
        at = next;
      }
    }
    at.methods ??= new Set();
    at.methods.add(method);
  }
  return { methods: (path) => find(root, path.split('/'), 0) };
}

function find(at: Branch, segments: readonly string[], depth: number): ReadonlySet<string> | undefined {
  const segment = segments[depth];
  if (segment === undefined) return at.methods;
  const next = at.fixed.get(segment);
  const found = next && find(next, segments, depth + 1);
  if (found) return found;
  return at.parameter && segment !== '' ? find(at.parameter, segments, depth + 1) : undefined;
}
