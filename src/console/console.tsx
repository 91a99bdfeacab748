import { Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { ErrorBoundary } from './kit/error-boundary.tsx';
import { later } from './kit/later.ts';
import { Loading } from './kit/loading.tsx';
import { SIGNED_IN } from './routes.tsx';
import { type Me, useSession } from './session/session.ts';
import { SignInOver, SignInPage } from './session/sign-in.tsx';
import { NotAllowed, NotFound } from './shell/not-found.tsx';
import { mayOpen } from './shell/rooms.ts';
import { Shell } from './shell/shell.tsx';

const AcceptInvitation = later(() => import('./session/accept-invitation.tsx'), 'AcceptInvitation');
const MustSetUp = later(() => import('./account/must-set-up.tsx'), 'Page');
const SetUp = later(() => import('./setup/page.tsx'), 'Page');

/** The whole page: the set-up page, the invitation page, the sign-in page, or the shell with the screen for the current address. */
export function Console() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>
        <Switch>
          <Route path="/accept-invitation">
            <AcceptInvitation />
          </Route>
          <Route path="/set-up">
            <SetUp />
          </Route>
          <Route>
            <Inside />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

function Inside() {
  const session = useSession();
  if (session.phase === 'restoring') return <Loading />;
  if (session.phase === 'signedOut') return <SignInPage />;
  return (
    <>
      {/* If a different person signs in, the key changes, so the screens start without the previous person's data. */}
      <Shell key={session.me.id}>
        <ErrorBoundary>
          <Suspense fallback={<Loading />}>
            {session.me.secondFactor === 'Required' ? <MustSetUp /> : <Screens me={session.me} />}
          </Suspense>
        </ErrorBoundary>
      </Shell>
      <SignInOver me={session.me} isInterrupted={session.phase === 'interrupted'} />
    </>
  );
}

/** The screen for the current address, if the account may open it. */
function Screens({ me }: { me: Me }) {
  return (
    <Switch>
      <Route path="/sign-in">
        <Redirect to="/" replace />
      </Route>
      {SIGNED_IN.map(({ path, needs, Screen }) => (
        <Route key={path} path={path}>
          {(params) =>
            mayOpen(me, { path, needs }) ? <Screen key={JSON.stringify(params)} {...params} /> : <NotAllowed />
          }
        </Route>
      ))}
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}
