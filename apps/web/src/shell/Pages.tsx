import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { LANDING_PATH, loginPath } from '#session/return-path.ts';
import { heldBy, includesPermission, useSessionStore } from '#session/session-store.ts';
import { type PageRoute, pageRoutes } from './routes.ts';

/** The page of the address, or the way to the one that this user gets instead (spec 2 §2.1). */
export function Pages() {
  return (
    <Switch>
      {pageRoutes.map((route) => (
        <Route key={route.path} path={route.path}>
          <Guarded route={route} />
        </Route>
      ))}
      <Route>
        <Elsewhere />
      </Route>
    </Switch>
  );
}

function Guarded({ route: { access, page: Page } }: { route: PageRoute }) {
  const state = useSessionStore((session) => session.state);
  const held = useSessionStore(heldBy);
  if (access === 'anyone') return <Page />;
  if (state !== 'valid') return <Elsewhere />;
  if (access !== 'session' && !includesPermission(held, access.permissionId)) return <Elsewhere />;
  return <Page />;
}

/** The landing page for a user, the login screen (which remembers the address) for everybody else. */
function Elsewhere() {
  const [path] = useLocation();
  const search = useSearch();
  const isValid = useSessionStore((session) => session.state === 'valid');
  const asked = search ? `${path}?${search}` : path;
  return <Redirect to={isValid ? LANDING_PATH : loginPath(asked)} replace />;
}
