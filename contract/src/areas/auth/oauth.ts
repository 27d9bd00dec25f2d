import { z } from 'zod';
import { get, getOrPost, post } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { flag, proof } from '../../kit/schema.ts';
import { time } from '../../kit/time.ts';

const text = z.string().max(255);
/** The answer of a provider: some codes are long. */
const longProof = proof(4096);

/** SHA-256 hex of the password. */
const password = proof(128).default('');

/** The grants of the token call. */
export const grants = ['password', 'captcha', 'totp', 'passkey', 'refresh_token', 'social'] as const;

/**
 * Answer of the token call, without the envelope, with the names that other clients of such back offices expect. After
 * a social sign-in without an account the tokens and `user_id` are empty, and `oauth_id` is the ticket for
 * registration.
 */
export const tokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds. */
  expires_in: z.int(),
  /** Age of the access token, in seconds, at which it should be renewed. */
  token_time: z.int(),
  tenant_id: z.string(),
  user_id: z.string(),
  oauth_id: z.string(),
  account: z.string(),
  user_name: z.string(),
  nick_name: z.string(),
  real_name: z.string(),
  avatar: z.string(),
  /** Ids and keys of the roles, comma-joined. */
  role_id: z.string(),
  role_name: z.string(),
  dept_id: z.string(),
  post_id: z.string(),
  /** 1 staff, 2 agent, 3 sub-user. */
  user_type: z.int(),
  must_change_password: flag(),
  /** 1 while the screen is locked: refreshing the tokens of a session does not open it. */
  locked: flag(),
});

/** The signed-in user, as the console's shell shows it. */
export const userInfo = z.object({
  userId: z.string(),
  tenantId: z.string(),
  account: z.string(),
  userName: z.string(),
  realName: z.string(),
  avatar: z.string(),
  phone: z.string(),
  email: z.string(),
  serviceAddress: z.string(),
  userType: z.int(),
  mustChangePassword: flag(),
  /** Keys of the roles. */
  roles: z.array(z.string()),
  roleName: z.string(),
  roleNameEn: z.string(),
  deptId: z.string(),
  /** The session is limited to one department or role of the user; `roles` and `deptId` are these. */
  isNarrowed: flag(),
  /** The current additional port for pushed events; null without one. */
  messagePort: z.int().nullable(),
  /** The logo and name of a tenant with its own sign-in page; empty: the product's. */
  brand: z.object({ logoUrl: z.string(), name: z.string(), nameEn: z.string() }),
  /** The current public parameters, by key, as form values. */
  parameters: z.record(z.string(), z.union([z.string(), z.int()])),
});

const done = z.object({ success: z.literal('true'), msg: z.string() });

/** Signing in and out. Passwords are sent as SHA-256 hex. */
export const oauth = resource('auth/oauth', {
  title: { zh: '登录认证', en: 'Sign-in' },
  fields: {},
  calls: {
    token: post({
      title: { zh: '登录', en: 'Sign in' },
      access: 'public',
      untrailed: 'sessions keep who signed in, from where and how',
      answer: 'bare',
      whileLocked: true,
      // RFC 6749, 3.2: the server ignores parameters it does not know.
      allowUnknownNames: true,
      input: z.object({
        grant_type: text.optional(),
        grantType: text.optional(),
        tenantId: text.optional(),
        username: text.optional(),
        password: proof(255).optional(),
        /**
         * One of one's departments and one of one's roles to work as, where the tenant has switched that on; the headers
         * `Dept-Id` and `Role-Id` say the same. Empty: all of them; when refreshing: as before.
         */
        deptId: text.optional(),
        roleId: text.optional(),
        refresh_token: proof(255).optional(),
        refreshToken: proof(255).optional(),
        scope: text.optional(),
        /** The application, if it sends no Basic authentication; without either, the console. */
        client_id: text.optional(),
        client_secret: longProof.optional(),
        type: text.optional(),
        /** Social: the provider's answer at `oauth/redirect/<source>`. */
        source: text.optional(),
        code: longProof.optional(),
        state: proof(255).optional(),
        iss: text.optional(),
        /** `totp`: the ticket of SECOND_FACTOR_REQUIRED, with `code`: one of the app or a recovery code. */
        ticket: proof(255).optional(),
        /** `passkey`: the browser's answer, with the ticket of `auth/passkey/sign-in-options`. */
        credential: z.record(z.string(), z.unknown()).optional(),
      }),
      data: tokenAnswer,
    }),
    /** The providers for signing in besides the password. */
    sources: get({
      title: { zh: '第三方登录方式', en: 'Sign-in providers' },
      access: 'public',
      data: z.array(z.object({ source: z.string(), name: z.string() })),
    }),
    /**
     * Starts a social sign-in in this browser. `url` is the provider's page; it returns to `/oauth/redirect/<source>`.
     */
    render: post({
      title: { zh: '发起第三方登录', en: 'Start social sign-in' },
      access: 'public',
      untrailed: 'leads to the provider',
      input: z.object({ source: text, tenantId: text.optional() }),
      data: z.object({ url: z.string() }),
    }),
    /**
     * The providers, and whether each is linked to the caller's account; one no longer set up can still be unlinked.
     */
    links: get({
      title: { zh: '第三方登录绑定', en: 'Linked providers' },
      access: 'signed-in',
      data: z.array(
        z.object({
          source: z.string(),
          name: z.string(),
          isOffered: flag(),
          isLinked: flag(),
          /** The user's name at the provider; empty when unknown or not linked. */
          account: z.string(),
          linkTime: time().nullable(),
          lastLoginTime: time().nullable(),
        }),
      ),
    }),
    /**
     * Starts linking a provider to the caller's account: `url` returns to `/oauth/redirect/<source>`, for this session
     * only.
     */
    link: post({
      title: { zh: '绑定第三方登录', en: 'Link a provider' },
      access: 'signed-in',
      untrailed: 'leads to the provider; link-back links',
      keyless: 'proof',
      stepUp: 'owned',
      input: z.object({ source: text, password }),
      data: z.object({ url: z.string() }),
    }),
    /** Completes the linking with the provider's answer. */
    'link-back': post({
      title: { zh: '完成绑定', en: 'Finish linking' },
      access: 'signed-in',
      keyless: 'proof',
      stepUp: 'owned',
      changes: 'credentials',
      input: z.object({ source: text, code: longProof, state: proof(255), iss: text.optional() }),
      data: z.object({ source: z.string(), name: z.string(), account: z.string() }),
    }),
    unlink: post({
      title: { zh: '解除绑定', en: 'Unlink a provider' },
      access: 'signed-in',
      keyless: 'proof',
      stepUp: 'owned',
      changes: 'credentials',
      input: z.object({ source: text, password }),
    }),
    captcha: get({
      title: { zh: '验证码', en: 'Verification code' },
      access: 'public',
      crossOrigin: true,
      answer: 'bare',
      whileLocked: true,
      perMinute: 120,
      /**
       * A proof of work in place of a picture: ALTCHA's challenge. `key` goes back as `Captcha-Key` with a sign-in, and as
       * `Captcha-Code` base64 of `{challenge, solution}`. `key` is empty when the server asks for none.
       */
      data: z.object({
        key: z.string(),
        challenge: z
          .object({
            signature: z.string(),
            parameters: z.object({
              algorithm: z.string(),
              nonce: z.string(),
              salt: z.string(),
              cost: z.int(),
              keyLength: z.int(),
              keyPrefix: z.string(),
              keySignature: z.string(),
              expiresAt: z.int(),
            }),
          })
          .optional(),
      }),
    }),
    logout: getOrPost({
      title: { zh: '退出登录', en: 'Sign out' },
      access: 'public',
      untrailed: 'sessions keep when they ended',
      answer: 'bare',
      whileLocked: true,
      data: done,
    }),
    'user-info': get({
      title: { zh: '当前用户', en: 'Signed-in user' },
      access: 'signed-in',
      beforePasswordChange: true,
      data: userInfo,
    }),
    'clear-cache': get({
      title: { zh: '清除缓存', en: 'Clear caches' },
      access: 'clear-cache',
      answer: 'bare',
      data: done,
    }),
  },
});
