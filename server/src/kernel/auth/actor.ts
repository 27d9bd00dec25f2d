import { userType } from '@trade-assistant/contract/dictionaries.ts';
/** 1 platform staff, 2 agent, 3 sub-user of an agent. */
export type UserType = (typeof userType.is)[keyof typeof userType.is];

/** Whoever acts: the signed-in user of a request, or the system in a timer. One value, handed to every engine. */
export interface Actor {
  readonly userId: bigint;
  readonly tenantId: string;
  readonly account: string;
  readonly realName: string;
  readonly userType: UserType;
  /** `/1/23/`: the agents above, then oneself. Staff stand at `/`. */
  readonly ownerPath: string;
  readonly deptIds: readonly bigint[];
  readonly roleKeys: readonly string[];
  readonly permissions: ReadonlySet<string>;
  /** Has to choose a new password before anything else. */
  readonly mustChangePassword: boolean;
  readonly sessionId: bigint | null;
  readonly ip: string;
}

/** The program itself, in timers and migrations of data: may do everything inside one tenant, and is nobody's row. */
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
