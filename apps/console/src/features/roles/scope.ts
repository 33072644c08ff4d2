import type { RoleScope } from './RoleList.tsx';

/** Scope of the address bar; role pages cannot do without one (docs/behaviour/start-and-views.md#routes). */
export const scopeOf = (params: URLSearchParams): RoleScope => (params.get('scope') === 'org' ? 'org' : 'system');
