import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { id, proof } from '../../kit/schema.ts';
import { agentFields } from '../agent/user-fields.ts';

const text = (max: number) => z.string().trim().max(max);

/** What the stock of a product allows to promise; never a figure. */
export const stockLevels = ['plenty', 'low', 'out'] as const;

/** Calls that a company's own site makes for visitors without an account; all but the first are signed (docs/public-calls.md). */
export const publicApp = resource('app', {
  title: { zh: '网站接口', en: 'Website calls' },
  fields: {},
  calls: {
    /** The server's time, and a key that signs the other calls from this network and browser for ten minutes. */
    timestamp: post({
      title: { zh: '服务器时间与签名密钥', en: 'Server time and signing key' },
      access: 'public',
      untrailed: 'reads the clock',
      crossOrigin: true,
      logsRefusalsOnly: true,
      perMinute: 120,
      data: z.object({
        /** Milliseconds since 1970. */
        timestamp: z.int(),
        keyId: z.string(),
        signKey: z.string(),
        /** Seconds. */
        expiresIn: z.int(),
        skewMs: z.int(),
      }),
    }),
    /**
     * Registers an app user, who can sign in once an administrator has approved the account. The password is sent as SHA-256 hex. The
     * answer is the same for a known and an unknown e-mail address.
     */
    register: post({
      title: { zh: '注册App用户', en: 'Register as an app user' },
      access: 'public',
      signed: 'writing',
      alsoAt: 'register',
      perMinute: 10,
      unlogged: ['password', 'captchaCode', 'sourceVisitorId'],
      input: z.object({
        tenantId: text(12).optional(),
        account: text(64),
        password: proof(128),
        name: text(64),
        phone: agentFields.phone.schema.optional(),
        email: agentFields.email.schema.optional(),
        inviteCode: text(16).optional(),
        captchaKey: text(64).optional(),
        captchaCode: text(4096).optional(),
        /** The visitor has agreed to the terms. */
        agree: z.literal(true),
        /** The version of these terms. */
        agreeVersion: text(32),
        sourceVisitorId: text(64).optional(),
      }),
      data: z.object({ status: z.int(), msg: z.string() }),
    }),
    /** The price list for visitors, with an ETag; unknown businesses have no products. */
    product: post({
      title: { zh: '公开价目表', en: 'Public price list' },
      access: 'public',
      untrailed: 'reads the price list',
      signed: 'reading',
      alsoAt: 'product',
      logsRefusalsOnly: true,
      input: z.object({ businessType: z.int().optional() }),
      data: z.array(
        z.object({
          productId: id(),
          name: z.string(),
          businessType: z.int(),
          countryCode: z.string().nullable(),
          countryName: z.string(),
          flag: z.string(),
          /** Per piece, without an account's terms; null: on request. */
          fromPrice: z.string().nullable(),
          currency: z.string(),
          unit: z.string(),
          stockLevel: z.enum(stockLevels),
          stockText: z.string(),
          tags: z.array(z.string()),
        }),
      ),
    }),
  },
});
