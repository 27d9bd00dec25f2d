import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { lazyPiece } from '../kit/loading.ts';
import { ErrorPage } from './errors/error-page.tsx';
import { PageBoundary } from './errors/page-boundary.tsx';
import { Guard } from './guard.tsx';
import { HOME_PATH } from './navigation/menu.ts';
import { Loading } from './parts/loading.tsx';
import { ShellRouter } from './router.tsx';
import { firstPage } from './tabs/first-page.ts';
import { LookProvider } from './theme/look.tsx';

/** Everything behind the login is loaded after it, so that the login page itself is light. */
const Frame = lazyPiece(() => import('./layout/frame.tsx'));
const Login = lazyPiece(() => import('./login/login.tsx'));
const Lock = lazyPiece(() => import('./lock/lock.tsx'));

/** The console: fixed addresses here, all others belong to the frame, which knows the menu. */
export function Shell() {
  return (
    <LookProvider>
      <ShellRouter>
        <PageBoundary>
          <Suspense fallback={<Loading />}>
            <Guard>
              <Routes>
                <Route path="/login" element={<Login />} />
                <Route path="/oauth/redirect/:source" element={<Login />} />
                <Route path="/lock" element={<Lock />} />
                <Route path="/403" element={<ErrorPage kind="forbidden" />} />
                <Route path="/404" element={<ErrorPage kind="notFound" />} />
                <Route path="/500" element={<ErrorPage kind="serverError" />} />
                <Route path="/" element={<Beginning />} />
                <Route path="*" element={<Frame />} />
              </Routes>
            </Guard>
          </Suspense>
        </PageBoundary>
      </ShellRouter>
    </LookProvider>
  );
}

/** A session begins at home, or at the page its user has chosen instead. */
function Beginning() {
  const first = firstPage();
  return <Navigate to={first === HOME_PATH ? '/wel' : first} replace />;
}
