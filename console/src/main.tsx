import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod/v4/core';
import { collectErrors } from './kit/errors/collect.ts';
import { Shell } from './shell/shell.tsx';
import './shell/base.css';

// Schemas would try whether they may compile themselves, which the content security policy forbids and reports.
config({ jitless: true });

collectErrors();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Shell />
  </StrictMode>,
);
