import { publicApp } from '@trade-assistant/contract/areas/app/index.ts';
import { userStatus } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import { registerAppUser } from '../../engines/customers/app-users/index.ts';
import { flushVisits, linkRegistration } from '../../engines/reporting/site-sources/index.ts';
import { networkOf } from '../../kernel/address.ts';
import { assertCaptcha } from '../../kernel/auth/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { newSessionKey, tenantOfHeader } from '../../kernel/http/signed-calls.ts';
import { publicProducts } from './products.ts';

const HOUR_MILLIS = 3_600_000;
/** Registrations of one network, and its tries, which may be refused for a taken name or a wrong code. */
const LIMITS = [
  { period: 'hour', most: 5, tries: 50, millis: HOUR_MILLIS },
  { period: 'day', most: 20, tries: 200, millis: 24 * HOUR_MILLIS },
] as const;
const RECEIVED = { zh: '注册成功，请等待审核', en: 'Registered. Please wait for the approval' };
const OTHER_TENANT = { zh: 'tenantId 与请求头 Tenant-Id 不一致', en: 'tenantId differs from the header Tenant-Id' };

export default serve(publicApp, {
  timestamp: async ({ app, request }) => ({
    timestamp: Date.now(),
    ...newSessionKey(app, request),
    skewMs: app.parameters.get(PLATFORM_TENANT, 'sign.skewSec') * 1000,
  }),
  register: async (c, { tenantId: named, captchaKey, captchaCode, agree: _agree, ...registration }) => {
    const tenantId = tenantOf(c, named);
    await assertCaptcha(c.app, { 'captcha-key': captchaKey, 'captcha-code': captchaCode });
    await flushVisits(c.app);
    const { sourceVisitorId: visitorId } = registration;
    await withinLimits(c, () =>
      c.tx(async (tx) => {
        const userAgent = c.request.headers['user-agent'] ?? '';
        const { userId } = await registerAppUser(tx, { ...registration, tenantId, ip: c.ip, userAgent });
        if (visitorId) await linkRegistration(tx, { tenantId, visitorId, userId });
      }),
    );
    return { status: userStatus.is.awaitingApproval, msg: RECEIVED[c.locale] };
  },
  product: async (c, { businessType }) => {
    const { etag, products } = await publicProducts(c, { tenantId: tenantOfHeader(c.request), businessType });
    void c.reply.header('ETag', etag).header('Cache-Control', 'private, max-age=60');
    if (c.request.headers['if-none-match'] === etag) void c.reply.status(304);
    return products;
  },
});

/** Returns the tenant of the header, or without one the tenant of the body; both must be the same. */
function tenantOf(c: Context, named: string | undefined): string {
  const ofHeader = c.request.headers['tenant-id'];
  if (!ofHeader) return named || PLATFORM_TENANT;
  if (named && named !== ofHeader) throw commonErrors.BAD_REQUEST({ detail: OTHER_TENANT[c.locale] });
  return tenantOfHeader(c.request);
}

/** Registers within the limits of the network; a refused registration counts as a try only. @throws RATE_LIMITED */
async function withinLimits({ app, ip, reply }: Context, register: () => Promise<void>): Promise<void> {
  const network = networkOf(ip);
  const take = async (name: string, most: number, millis: number): Promise<void> => {
    const seconds = await app.limits.take(name, most, millis);
    if (seconds === 0) return;
    void reply.header('Retry-After', seconds);
    throw commonErrors.RATE_LIMITED();
  };
  for (const { period, tries, millis } of LIMITS) await take(`register try ${period} ${network}`, tries, millis);
  const taken: string[] = [];
  try {
    for (const { period, most, millis } of LIMITS) {
      const name = `register ${period} ${network}`;
      await take(name, most, millis);
      taken.push(name);
    }
    await register();
  } catch (error) {
    for (const name of taken) app.limits.giveBack(name);
    throw error;
  }
}
