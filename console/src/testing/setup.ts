import { config } from 'zod/v4/core';
import '../shell/base.css';

// As `main.tsx` starts the console.
config({ jitless: true });
