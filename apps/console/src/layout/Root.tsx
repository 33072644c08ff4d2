import { useWithdrawConfirms } from '@postern/ui';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { Navigate, useLocation, useRoutes } from 'react-router';
import { logAddress } from '../features/tasks/task-log-page.ts';
import { currentLanguage } from '../i18n/language.ts';
import { routeAt } from '../routes/match.ts';
import { landingOf, type Route, resolveEverything } from '../routes/resolve.ts';
import { screenOf } from '../routes/screen-of.ts';
import { TREE } from '../routes/tree.ts';
import { useAuth } from '../session/auth.tsx';
import { orgOfAddress, PSEUDO_ORGS } from '../session/organisations.ts';
import { updateSession, useSession } from '../session/session-store.ts';
import { allowedPath, enterOrganisation, rememberView, settleOrganisation } from '../startup/start.ts';
import { arrived, justSwitched } from '../startup/switch-org.ts';
import { orgsOf } from '../startup/views.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Forbidden, NotFound, ScreenFailed } from './ErrorPage.tsx';
import { Frame } from './Frame.tsx';
import { PageBanners } from './PageBanners.tsx';
import { PageProgress } from './PageProgress.tsx';
import { useCurrentPageTitle } from './page-title.ts';
import { PRODUCT } from './product.ts';
import { queryClient } from './query-client.ts';
import { usePermittedRoutes } from './useRoutes.ts';

/** Output of a task run, on a page without the frame and without a right of its own (docs/behaviour/start-and-views.md#task-logs). */
const TaskLog = lazy(() => import('../features/tasks/TaskLog.tsx').then((module) => ({ default: module.TaskLog })));

/** The guards of each navigation, then the frame with the screen (docs/behaviour/start-and-views.md#start). */
export function Root() {
  const { profile } = useAuth();
  const location = useLocation();
  const routes = usePermittedRoutes();
  const route = useMemo(() => routeAt(routes, location.pathname), [routes, location.pathname]);
  const address = location.pathname + location.search;
  useDocumentTitle(route);
  useEffect(() => rememberView(location.pathname), [location.pathname]);
  const withdrawConfirms = useWithdrawConfirms();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question belongs to the page that it was asked on, and goes with it
  useEffect(() => withdrawConfirms, [location.pathname, withdrawConfirms]);
  useEffect(() => {
    if (route?.node.screen) arrived();
  }, [route]);
  const moved = movedAddress(location.pathname, location.search);
  /** What stands around the page stays while an address leads on to another; without it the window would be empty in between. */
  const leadOn = (to: string) => (
    <Frame routes={routes} route={route}>
      <Navigate to={to} replace />
      <PageProgress />
    </Frame>
  );
  if (moved) return leadOn(moved);
  if (location.pathname === '/404') return <NotFound />;
  const log = logAddress(location.pathname, location.search);
  if (log)
    return (
      <Suspense fallback={<PageProgress />}>
        <TaskLog {...log} />
      </Suspense>
    );
  const allowed = allowedPath(address, profile);
  if (allowed !== address && allowed !== location.pathname) return leadOn(allowed);
  if (!route) return <Missing routes={routes} pathname={location.pathname} />;
  if (!route.node.screen || route.node.redirect) {
    const landing = landingOf(route);
    return leadOn(landing && landing !== route.path ? landing : '/404');
  }
  return (
    <Frame routes={routes} route={route}>
      <OrganisationGate route={route}>
        <PageBanners />
        <ErrorBoundary resetKey={location.pathname}>
          <Suspense fallback={<PageProgress />}>
            <Screen route={route} key={location.pathname} />
          </Suspense>
        </ErrorBoundary>
      </OrganisationGate>
    </Frame>
  );
}

/** Waits until requests run in the organisation that view and route ask for. */
function OrganisationGate({ route, children }: { route: Route; children: ReactNode }) {
  const { profile } = useAuth();
  const org = useSession((state) => state.org);
  const pseudo = useSession((state) => state.pseudoOrg);
  const wanted = route.pseudoOrg ? PSEUDO_ORGS[route.pseudoOrg] : undefined;
  const offered = orgsOf(route.view, profile);
  const { search } = useLocation();
  // A link that names another organisation leads there: what is opened from its page is there too.
  const named = orgOfAddress(offered, search);
  const moved = named !== undefined && named.id !== org?.id;
  const unsettled = offered.length > 0 && !offered.some((candidate) => candidate.id === org?.id);
  const [failed, setFailed] = useState(false);
  useLayoutEffect(() => {
    if (pseudo?.id !== wanted?.id) updateSession({ pseudoOrg: wanted });
  }, [pseudo, wanted]);
  useEffect(() => {
    if (unsettled) settleOrganisation(route.path).catch(() => setFailed(true));
  }, [unsettled, route.path]);
  useEffect(() => {
    if (!moved) return;
    // What was read in the other organisation does not belong here.
    queryClient.clear();
    enterOrganisation(named).catch(() => setFailed(true));
  }, [moved, named]);
  // Without the rights that hold there nothing can be drawn, and the bar would run for ever.
  if (failed) return <ScreenFailed onRetry={() => location.reload()} />;
  return unsettled || moved || pseudo?.id !== wanted?.id ? <PageProgress /> : children;
}

/** The one screen of the address. Its element stays the same while only the query changes, so that a list turning its page draws nothing but itself. */
function Screen({ route }: { route: Route }) {
  const Shown = screenOf(route.node);
  const element = useMemo(() => <Shown />, [Shown]);
  return useRoutes([{ path: route.path, element }]);
}

/** No route of this person: one that exists for others is forbidden, anything else is unknown. */
function Missing({ routes, pathname }: { routes: readonly Route[]; pathname: string }) {
  const org = useSession((state) => state.org);
  if (justSwitched())
    return (
      <Frame routes={routes} route={undefined}>
        <Navigate to="/" replace />
        <PageProgress />
      </Frame>
    );
  const exists = routeAt(resolveEverything(TREE), pathname)?.node.screen !== undefined;
  if (!exists) return <Navigate to="/404" replace />;
  return (
    <Frame routes={routes} route={undefined}>
      <Forbidden org={org?.name} />
    </Frame>
  );
}

/** Addresses that only lead on: the old session detail, and `/redirect/…`, which opens a page anew. */
function movedAddress(pathname: string, search: string): string | undefined {
  const session = /^\/terminal\/sessions\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (session) return `/audit/sessions/sessions/${session}${search}`;
  const again = /^\/redirect(\/(?!\/).+)$/.exec(pathname)?.[1];
  return again ? again + search : undefined;
}

function useDocumentTitle(route: Route | undefined): void {
  const pageTitle = useCurrentPageTitle();
  const brand = useSession((state) => state.settings.INTERFACE?.login_title) || PRODUCT;
  const title = pageTitle ?? route?.node.title[currentLanguage().id];
  useEffect(() => {
    document.title = title ? `${title} - ${brand}` : brand;
  }, [title, brand]);
}
