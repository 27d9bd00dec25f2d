import { type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { followOtherTabs, useLocked, useSession } from '../kit/client/session.ts';
import { lazyWithRetry } from '../kit/lazy-with-retry.tsx';
import { ErrorPage } from './errors/error-page.tsx';
import { PageBoundary } from './errors/page-boundary.tsx';
import { LOCK, redirectFor } from './guard-rules.ts';
import { Loading } from './parts/loading.tsx';
import { ShellRouter } from './router.tsx';
import { isLeaving, isOtherUser } from './sign-out.ts';
import { ThemeProvider } from './theme/theme-context.tsx';

/** Everything after the sign-in is loaded later, so that the login page is small. */
const Frame = lazyWithRetry(() => import('./layout/frame.tsx'));
const Login = lazyWithRetry(() => import('../pages/login/login.tsx'));
const Register = lazyWithRetry(() => import('../pages/register/register.tsx'));
const Lock = lazyWithRetry(() => import('./lock/lock.tsx'));

/** The console: fixed addresses here, all others in the frame, which has the menu. */
export function Shell() {
  // At every address: an error page must not stay open on a locked screen.
  useEffect(followOtherTabs, []);
  return (
    <ThemeProvider>
      <ShellRouter>
        <PageBoundary>
          <Suspense fallback={<Loading />}>
            <Guard>
              <Routes>
                <Route path="/login" element={<Login />} />
                <Route path="/oauth/redirect/:source" element={<Login />} />
                <Route path="/register" element={<Register />} />
                <Route path="/lock" element={<Lock />} />
                <Route path="/403" element={<ErrorPage kind="forbidden" />} />
                <Route path="/404" element={<ErrorPage kind="notFound" />} />
                <Route path="/500" element={<ErrorPage kind="serverError" />} />
                <Route path="*" element={<Frame />} />
              </Routes>
            </Guard>
          </Suspense>
        </PageBoundary>
      </ShellRouter>
    </ThemeProvider>
  );
}

/** Decides by the guard rules which page is shown. */
function Guard({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const token = useSession((session) => session.accessToken);
  const isRemnant = useSession((session) => !session.accessToken && (session.user ?? session.refreshToken) !== null);
  const isLocked = useLocked();

  // State left behind by a lost token is discarded.
  useEffect(() => {
    if (isRemnant) useSession.getState().signOut();
  }, [isRemnant]);

  const who = { isSignedIn: Boolean(token), isLocked, isLeaving: isLeaving(), isSuccessor: isOtherUser() };
  const to = redirectFor({ pathname, search }, who);
  if (to === undefined) return children;
  // After unlocking, the lock page leads to the requested page.
  return <Navigate to={to} replace state={to === LOCK ? { wanted: pathname + search } : null} />;
}
