import { config } from 'zod/v4/core';
import '../shell/base.css';
import { routeLine } from './server-line.ts';

// As `main.tsx` starts the console.
config({ jitless: true });
routeLine();
