import type { RoleScope } from './RoleList.tsx';

/** Scope of the address bar; role pages cannot do without one (screens/console.md §2). */
export const scopeOf = (params: URLSearchParams): RoleScope => (params.get('scope') === 'org' ? 'org' : 'system');
