import { SIGN_IN_FACTS, type SignInFacts } from '@trade-assistant/contract/sign-in-facts.ts';

/** Known facts of the sign-in form: first those in the page, later the server's latest answer. */
let known: Partial<SignInFacts> = readPage();

export const knownSignInFacts = (): Partial<SignInFacts> => known;

/** Stores the server's facts for the next time the form is shown. */
export function storeSignInFacts(facts: Partial<SignInFacts>): void {
  known = { ...known, ...facts };
}

/** Returns nothing during development, or when the server had no facts. */
function readPage(): Partial<SignInFacts> {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${SIGN_IN_FACTS}"]`)?.content;
  return content ? (JSON.parse(content) as SignInFacts) : {};
}
