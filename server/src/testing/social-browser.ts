import type { Answer, TestApp, TestUser } from './app.ts';
import type { ProviderFault, ProviderPerson } from './social-provider.ts';

/** A browser on its way to a provider and back: it keeps its cookie and follows redirects. */
export function socialBrowser(product: Pick<TestApp, 'guest'>, host: Readonly<Record<string, string>>) {
  let cookie = '';
  const headers = () => ({ ...host, ...(cookie ? { cookie } : {}) });
  const began = (begun: Answer): URL => {
    if (begun.status !== 200) throw new Error(`The journey did not begin: ${JSON.stringify(begun.body)}`);
    cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
    return new URL(begun.body.data.url);
  };
  return {
    setOut: async (source: string): Promise<URL> =>
      began(await product.guest.post('auth/oauth/render', { source }, headers())),
    /** Starts to link the provider to the account of a signed-in user. */
    setOutToLink: async (user: Pick<TestUser, 'post'>, source: string, password: string): Promise<URL> =>
      began(await user.post('auth/oauth/link', { source, password }, headers())),
    /** Chooses the person at the provider; returns the redirect to the console. */
    async consent(at: URL, person: ProviderPerson, fault?: ProviderFault): Promise<URL> {
      const asked = new URLSearchParams([...at.searchParams, ['person', person], ...(fault ? [['fault', fault]] : [])]);
      const answer = await fetch(`${at.origin}/consent?${asked}`, { redirect: 'manual' });
      return new URL(answer.headers.get('location') ?? '');
    },
    comeBack: (source: string, back: URL): Promise<Answer> =>
      product.guest.post(
        'auth/oauth/token',
        { grant_type: 'social', source, ...Object.fromEntries(back.searchParams) },
        headers(),
      ),
    comeBackToLink: (user: Pick<TestUser, 'post'>, source: string, back: URL): Promise<Answer> =>
      user.post('auth/oauth/link-back', { source, ...Object.fromEntries(back.searchParams) }, headers()),
    async signIn(source: string, person: ProviderPerson, fault?: ProviderFault): Promise<Answer> {
      return this.comeBack(source, await this.consent(await this.setOut(source), person, fault));
    },
  };
}
