import type { FirstStep } from '@postern/contract/first-steps';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keyOf } from '../../data/keys.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';

type Answer = Awaited<ReturnType<typeof client.firstSteps.retrieve>>;

/** Where a step is done, and what that takes. */
const PLACES: Readonly<Record<FirstStep, { to: string; needs: readonly string[] }>> = {
  machine: { to: '/console/assets/hosts/add', needs: ['assets.add_asset', 'accounts.add_account'] },
  person: { to: `${RESOURCES.permission.path}/create`, needs: ['perms.add_assetpermission'] },
  session: { to: '/workbench/assets', needs: ['perms.view_myassets'] },
  watch: { to: `${RESOURCES.session.path}?activeTab=OfflineList`, needs: ['terminal.view_session', 'terminal.view_sessionreplay'] },
};

export interface Step {
  name: FirstStep;
  done: boolean;
  to: string;
}

export interface FirstSteps {
  /** Those that this person may take. */
  steps: readonly Step[];
  isAway: boolean;
  putAway: (away: boolean) => Promise<boolean>;
}

/** Nothing that happens elsewhere changes what is shown of them. */
const isOver = (data: Answer | undefined): boolean => !!data && (data.put_away || data.steps.every(({ settled }) => settled));

/** The first steps, as long as this person has any of them before them or just behind (docs/behaviour/start-and-views.md#console-dashboard). */
export function useFirstSteps(): FirstSteps | undefined {
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const queries = useQueryClient();
  const runAction = useRunAction();
  const mayAny = !isRoot && Object.values(PLACES).some(({ needs }) => can(needs));
  const queryKey = keyOf('firstSteps', 'retrieve');
  const { data } = useQuery({
    queryKey,
    enabled: mayAny,
    queryFn: ({ signal }) => client.firstSteps.retrieve({}, { signal }),
    refetchOnWindowFocus: ({ state }) => (isOver(state.data) ? false : 'always'),
    refetchOnMount: ({ state }) => (isOver(state.data) ? false : 'always'),
  });
  if (!mayAny || !data) return undefined;
  const mine = data.steps.filter(({ name }) => can(PLACES[name].needs));
  if (mine.every(({ settled }) => settled)) return undefined;
  return {
    steps: mine.map(({ name, done }) => ({ name, done, to: PLACES[name].to })),
    isAway: data.put_away,
    putAway: (put_away) => runAction(async () => queries.setQueryData(queryKey, await client.firstSteps.patch({ put_away }))),
  };
}
