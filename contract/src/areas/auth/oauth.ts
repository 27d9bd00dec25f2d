import { z } from 'zod';
import { get, getOrPost, post } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { flag } from '../../kit/schema.ts';

const text = z.string().max(255);

/** The grants of the token call. */
export const grants = ['password', 'captcha', 'refresh_token'] as const;

/** What the token call answers: bare, in the names other clients of this kind of back office read. */
export const tokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds. */
  expires_in: z.int(),
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

/** Who is signed in, as the console's shell shows it. */
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
});

const done = z.object({ success: z.literal('true'), msg: z.string() });

/** Signing in and out. The password travels as the SHA-256 hex of what was typed. */
export const oauth = resource('auth/oauth', {
  title: { zh: '登录认证', en: 'Sign-in' },
  fields: {},
  calls: {
    token: post({
      title: { zh: '登录', en: 'Sign in' },
      access: 'public',
      answer: 'bare',
      whileLocked: true,
      input: z.object({
        grant_type: text.optional(),
        grantType: text.optional(),
        tenantId: text.optional(),
        username: text.optional(),
        password: text.optional(),
        refresh_token: text.optional(),
        refreshToken: text.optional(),
        scope: text.optional(),
        type: text.optional(),
      }),
      data: tokenAnswer,
    }),
    captcha: get({
      title: { zh: '验证码', en: 'Verification code' },
      access: 'public',
      answer: 'bare',
      whileLocked: true,
      /** `key` is empty when the server asks for no code. */
      data: z.object({ key: z.string(), image: z.string() }),
    }),
    logout: getOrPost({
      title: { zh: '退出登录', en: 'Sign out' },
      access: 'public',
      answer: 'bare',
      whileLocked: true,
      data: done,
    }),
    'user-info': get({ title: { zh: '当前用户', en: 'Signed-in user' }, access: 'signed-in', data: userInfo }),
    'clear-cache': get({
      title: { zh: '清除缓存', en: 'Clear caches' },
      access: 'clear-cache',
      answer: 'bare',
      data: done,
    }),
  },
});
