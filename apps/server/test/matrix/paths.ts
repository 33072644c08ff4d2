import type { Kernel, Route } from '@postern/resource';
import { paramResource } from './params.ts';

/** Fills the parameters of a path; `id` answers for the resource a parameter stands for. */
export async function fill(path: string, kernel: Kernel, id: (resource: string) => Promise<string>): Promise<string> {
  const segments = await Promise.all(
    path.split('/').map(async (segment, at, all) => {
      if (!segment.startsWith(':')) return segment;
      const found = paramResource(kernel, `${all.slice(0, at).join('/')}/`, segment);
      return found.resource === undefined ? found.text : encodeURIComponent(await id(found.resource));
    }),
  );
  return segments.join('/');
}

/** Resources behind the parameters of a route, in order. */
export const paramsOf = (route: Pick<Route, 'path'>, kernel: Kernel): string[] =>
  route.path.split('/').flatMap((segment, at, all) => {
    if (!segment.startsWith(':')) return [];
    return paramResource(kernel, `${all.slice(0, at).join('/')}/`, segment).resource ?? [];
  });
