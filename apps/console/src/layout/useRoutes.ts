import { useMemo } from 'react';
import { type Route, resolveRoutes } from '../routes/resolve.ts';
import { TREE } from '../routes/tree.ts';
import { permissionSet } from '../session/auth.tsx';
import { useSession } from '../session/session-store.ts';

/** The person's routes in the current organisation. */
export function usePermittedRoutes(): Route[] {
  const profile = useSession((state) => state.profile);
  const settings = useSession((state) => state.settings);
  return useMemo(() => {
    const licensed = settings.XPACK_LICENSE_IS_VALID === true;
    return resolveRoutes(TREE, { perms: permissionSet(profile), licensed, settings });
  }, [profile, settings]);
}
