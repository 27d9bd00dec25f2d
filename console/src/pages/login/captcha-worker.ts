import { handler } from 'altcha-lib/workers/shared';
import { deriveKey } from './captcha-key.ts';

// Away from the page, which goes on being typed into.
handler({ deriveKey });
