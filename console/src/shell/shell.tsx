import { Suspense, useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { followOtherTabs } from '../kit/client/session.ts';
import { lazyWithRetry } from '../kit/lazy-with-retry.tsx';
import { ErrorPage } from './errors/error-page.tsx';
import { PageBoundary } from './errors/page-boundary.tsx';
import { Guard } from './guard.tsx';
import { Loading } from './parts/loading.tsx';
import { ShellRouter } from './router.tsx';
import { ThemeProvider } from './theme/theme-context.tsx';

/** Everything behind the login is loaded after it, so that the login page itself is light. */
const Frame = lazyWithRetry(() => import('./layout/frame.tsx'));
const Login = lazyWithRetry(() => import('../pages/login/login.tsx'));
const Register = lazyWithRetry(() => import('../pages/register/register.tsx'));
const Lock = lazyWithRetry(() => import('./lock/lock.tsx'));

/** The console: fixed addresses here, all others belong to the frame, which knows the menu. */
export function Shell() {
  // At every address: a page that says what is missing must not be left open behind a lock.
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
