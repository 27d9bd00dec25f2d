import { handler } from 'altcha-lib/workers/shared';
import { deriveKey } from './captcha-key.ts';

// In a worker, so that typing stays smooth.
handler({ deriveKey });
