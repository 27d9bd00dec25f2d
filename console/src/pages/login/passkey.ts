import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { sendForData } from '../../kit/client/request.ts';
import { translate } from '../../kit/i18n.ts';
import { twoStepWords } from './two-step-words.ts';

/** Whether a passkey can be used here: browsers allow it on secure origins that have a name, not a bare address. */
export const passkeysWork = (): boolean =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential === 'function' &&
  !/^[\d.]+$|:|^\[/.test(window.location.hostname);

/**
 * Lets the browser ask for a passkey and sends its answer.
 * @returns the token answer; undefined when the person cancelled
 * @throws the server's refusal
 */
export async function askForPasskey(): Promise<unknown> {
  const [{ startAuthentication, WebAuthnError }, begun] = await Promise.all([
    import('@simplewebauthn/browser'),
    sendForData({ path: 'auth/passkey/sign-in-options', method: 'POST' }),
  ]);
  const { ticket, options } = begun as { ticket: string; options: PublicKeyCredentialRequestOptionsJSON };
  try {
    const credential = await startAuthentication({ optionsJSON: options });
    const input = { grant_type: 'passkey', ticket, credential };
    return await sendForData({ path: 'auth/oauth/token', method: 'POST', input }, true);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return undefined;
    if (error instanceof WebAuthnError && error.name === 'NotAllowedError') return undefined;
    if (error instanceof WebAuthnError) throw new Error(translate(twoStepWords.passkeyFailed), { cause: error });
    throw error;
  }
}
