import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { queryClient } from './client/query.ts';
import { keepSessionFresh } from './client/refresh.ts';
import { FeedbackBridge } from './feedback.tsx';
import { watchVersion } from './new-version.ts';
import { followChanges } from './realtime/follow-changes.ts';
import './fields/values.css';
import './form/form.css';
import './list/actions/toolbar.css';
import './list/record/facts.css';
import './list/search/search.css';
import './page.css';
import './parts/badge.css';
import './parts/footer.css';
import './parts/lines.css';

/** Provides server data, session renewal and messages to every screen. Place inside Ant Design's `App`. */
export function KitProvider({ children }: { children: ReactNode }) {
  useEffect(() => {
    const stops = [keepSessionFresh(), followChanges(), watchVersion()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <FeedbackBridge />
      {children}
    </QueryClientProvider>
  );
}
