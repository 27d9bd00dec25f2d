import { publicApp } from '@trade-assistant/contract/areas/app/index.ts';
import { userStatus } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import { registerAppUser } from '../../engines/app-users/index.ts';
import { flushVisits, linkRegistration } from '../../engines/site-sources/index.ts';
import { networkOf } from '../../kernel/address.ts';
import { assertCaptcha } from '../../kernel/auth/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { newSessionKey, tenantOfHeader } from '../../kernel/http/signed-calls.ts';
import { publicProducts } from './products.ts';

const HOUR_MILLIS = 3_600_000;
/** Registrations of one network. */
const PER_HOUR = 5;
const PER_DAY = 20;
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
    await limitRegistrations(c);
    await flushVisits(c.app);
    const { sourceVisitorId: visitorId } = registration;
    await c.tx(async (tx) => {
      const userAgent = c.request.headers['user-agent'] ?? '';
      const { userId } = await registerAppUser(tx, { ...registration, tenantId, ip: c.ip, userAgent });
      if (visitorId) await linkRegistration(tx, { tenantId, visitorId, userId });
    });
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

async function limitRegistrations({ app, ip, reply }: Context): Promise<void> {
  const network = networkOf(ip);
  for (const [period, most, millis] of [
    ['hour', PER_HOUR, HOUR_MILLIS],
    ['day', PER_DAY, 24 * HOUR_MILLIS],
  ] as const) {
    const seconds = await app.limits.take(`register ${period} ${network}`, most, millis);
    if (seconds === 0) continue;
    void reply.header('Retry-After', seconds);
    throw commonErrors.RATE_LIMITED();
  }
}
