import { userType } from '@trade-assistant/contract/dictionaries.ts';
import type { DataRules } from './data-rules.ts';

/** 1 platform staff, 2 agent, 3 sub-user of an agent, 4 user of the app. */
export type UserType = (typeof userType.is)[keyof typeof userType.is];

/** Department and role a session is limited to; null: all. */
export interface Narrowing {
  readonly deptId: bigint | null;
  readonly roleId: bigint | null;
}

/** The actor: the signed-in user of a request, or the system in a timer. One value, handed to every engine. */
export interface Actor {
  readonly userId: bigint;
  readonly tenantId: string;
  readonly account: string;
  readonly realName: string;
  readonly userType: UserType;
  /** `/1/23/`: the superior agents, then the user. `/` for staff. */
  readonly ownerPath: string;
  readonly deptIds: readonly bigint[];
  readonly roleKeys: readonly string[];
  /** Where the session is narrowed: departments, roles and all that follows from them are those of it alone. */
  readonly narrowing?: Narrowing | undefined;
  readonly permissions: ReadonlySet<string>;
  /** Which rows and fields their roles leave them; without it nothing is ruled. */
  readonly dataRules?: DataRules | undefined;
  /** The resource of the current call, for tables shown on the pages of two resources. */
  readonly page?: string | undefined;
  /** The permission of the call they are making; none where signed in is enough, and in jobs. */
  readonly permission?: string | undefined;
  /** `POST /api/system/user/grant`: routes that need a separate grant, which none of the actor's roles has. */
  readonly deniedRoutes?: ReadonlySet<string> | undefined;
  /** Has to choose a new password before anything else. */
  readonly mustChangePassword: boolean;
  /** Whether a role of the actor requires a second factor. */
  readonly needsSecondFactor?: boolean;
  readonly sessionId: bigint | null;
  readonly ip: string;
}

/** The program itself, in timers and data migrations: may do everything inside one tenant, and has no user row. */
export const systemActor = (tenantId: string): Actor => ({
  userId: 0n,
  tenantId,
  account: 'system',
  realName: 'system',
  userType: userType.is.staff,
  ownerPath: '/',
  deptIds: [],
  roleKeys: ['administrator'],
  permissions: new Set(['*']),
  mustChangePassword: false,
  sessionId: null,
  ip: '',
});

/** Whether an actor holds a permission code. */
export const holds = (actor: Actor, permission: string): boolean =>
  actor.permissions.has(permission) || actor.permissions.has('*');
