const of = (...names) => names.map((name) => `server/src/engines/identity/${name}.test.ts`);
const auth = (name) => `server/src/areas/auth/${name}.test.ts`;
const APPROVAL = 'server/src/areas/system/user-approval.test.ts';
const ACCOUNTS = 'server/src/engines/identity/accounts.ts';
const ACTOR = 'server/src/engines/identity/actor.ts';
const ADMINISTRATORS = 'server/src/engines/identity/administrators.ts';
const OWN_PASSWORD = 'server/src/engines/identity/own-password.ts';
const PASSKEYS = 'server/src/engines/identity/passkeys.ts';
const SIGN_IN = 'server/src/engines/identity/sign-in.ts';
const TWO_FACTOR = 'server/src/engines/identity/two-factor.ts';

export default [
  {
    file: 'server/src/engines/identity/online.ts',
    what: 'whoever ends sessions ends their own, too',
    from: 'met.filter(({ id }) => id !== actor.sessionId)',
    to: 'met',
    tests: ['server/src/areas/system/online.test.ts'],
  },
  {
    file: 'server/src/engines/identity/online.ts',
    what: 'sessions of every tenant are ended by anybody',
    from: '.where(and(which, onlineRows(actor)))',
    to: '.where(which)',
    tests: ['server/src/areas/system/online.test.ts'],
  },
  {
    file: 'server/src/engines/identity/explain.ts',
    what: 'routes with a scope of their own are explained as open',
    from: 'if (!subject.deniedRoutes?.has(`${method} ${path}`)) {',
    to: 'if (subject) {',
    tests: ['server/src/generated/access-explained.test.ts'],
  },
  {
    file: SIGN_IN,
    what: 'who was disabled since the password still enters with the code',
    from: 'if (!row) throw identityErrors.TICKET_EXPIRED();\n  assertMaySignIn(row);',
    to: 'if (!row) throw identityErrors.TICKET_EXPIRED();',
    tests: [auth('two-factor')],
  },
  {
    file: SIGN_IN,
    what: 'who is disabled enters with a passkey',
    from: 'if (!row) throw identityErrors.PASSKEY_UNKNOWN();\n  assertMaySignIn(row);',
    to: 'if (!row) throw identityErrors.PASSKEY_UNKNOWN();',
    tests: [auth('passkey')],
  },
  {
    file: SIGN_IN,
    what: 'guesses at a password have no end',
    from: "(await verifyPassword(row?.password_hash ?? null, credentials.password)) ? 'right' : 'wrong'",
    to: "(await verifyPassword(row?.password_hash ?? null, credentials.password)) ? 'right' : 'known'",
    tests: of('sign-in'),
  },
  {
    file: SIGN_IN,
    what: 'the ticket of the first step may be used again',
    from: "  if (!(await takeTicket(db.drizzle, 'second-factor', input.ticket))) throw identityErrors.TICKET_EXPIRED();\n",
    to: '',
    tests: [auth('two-factor')],
  },
  {
    file: ACCOUNTS,
    what: 'disabling does not end the sessions',
    from: "} else await endSessions(tx, { userId: user.id }, change.status === 0 ? 'disabled' : 'locked');",
    to: "} else if (change.status === 2) await endSessions(tx, { userId: user.id }, 'locked');",
    tests: of('sign-in'),
  },
  {
    file: ACCOUNTS,
    what: 'agents stand one level deeper than they may',
    from: 'if (parent.depth >= MAX_DEPTH)',
    to: 'if (parent.depth > MAX_DEPTH)',
    tests: of('accounts'),
  },
  {
    file: ACCOUNTS,
    what: 'an agent opens accounts below agents of others',
    from: '  if (!(await isInScope(tx, actor, parentId))) throw commonErrors.OUT_OF_SCOPE();\n',
    to: '',
    tests: of('accounts'),
  },
  {
    file: ACTOR,
    what: 'people of a tenant that expired go on',
    from: ' and (t.expire_time is null or t.expire_time > now())`',
    to: '`',
    tests: of('sign-in'),
  },
  {
    file: ACTOR,
    what: 'a role that was switched off still permits',
    from: 'r.tenant_id = u.tenant_id and r.deleted_at is null and r.status = 1\n      where u.id = ${userId}\n    )',
    to: 'r.tenant_id = u.tenant_id and r.deleted_at is null\n      where u.id = ${userId}\n    )',
    tests: of('sign-in'),
  },
  {
    file: 'server/src/engines/identity/staff.ts',
    what: 'somebody puts themselves into a department or gives themselves a role',
    from: "  if (userIds.includes(actor.userId) && !actor.permissions.has('*')) throw identityErrors.OWN_DUTIES();\n",
    to: '',
    tests: ['server/src/areas/system/user-administration.test.ts'],
  },
  {
    file: ACCOUNTS,
    what: 'the password of somebody is reset by who may do less',
    from: '  await assertHoldsRightsOf(tx, actor, user);\n',
    to: '',
    tests: ['server/src/areas/system/user-administration.test.ts'],
  },
  {
    file: ACCOUNTS,
    what: 'sessions go on after a reset of the password',
    from: "  await endSessions(tx, { userId: user.id }, 'password reset');\n",
    to: '',
    tests: ['server/src/areas/system/user-administration.test.ts'],
  },
  {
    file: ADMINISTRATORS,
    what: 'an administrator who was disabled counts as the one who remains',
    from: 'u.id not in (select id from going) and u.status = 1 and u.deleted_at is null)',
    to: 'u.id not in (select id from going) and u.deleted_at is null)',
    tests: of('accounts'),
  },
  {
    file: ADMINISTRATORS,
    what: 'somebody else than an administrator disables one',
    from: '  if (held.rowCount) throw commonErrors.NO_PERMISSION();\n',
    to: '',
    tests: [APPROVAL],
  },
  {
    file: 'server/src/engines/identity/roles.ts',
    what: 'somebody gives a role that allows more than their own',
    from: '      if (own === undefined && !(await holdsAllOf(tx, actor, role))) throw identityErrors.ROLE_NOT_ASSIGNABLE();\n',
    to: '',
    tests: of('accounts'),
  },
  {
    file: TWO_FACTOR,
    what: 'a code is taken twice',
    from: "  if (step <= Number(row.last_step)) return 'used';\n",
    to: '',
    tests: [auth('two-factor')],
  },
  {
    file: TWO_FACTOR,
    what: 'a code is taken twice at the same moment',
    from: 'from auth_totp where user_id = ${userId} for update`',
    to: 'from auth_totp where user_id = ${userId}`',
    tests: [auth('two-factor')],
  },
  {
    file: TWO_FACTOR,
    what: 'a recovery code is taken twice',
    from: "(row.is_fresh ? 'right' : 'used')",
    to: "'right'",
    tests: [auth('two-factor')],
  },
  {
    file: PASSKEYS,
    what: "a passkey is added with somebody else's ticket",
    from: 'if (!ticket || ticket.userId !== actor.userId)',
    to: 'if (!ticket)',
    tests: [auth('passkey')],
  },
  {
    file: PASSKEYS,
    what: "somebody renames another's passkey",
    from: 'set name = ${input.name} where id = ${input.id} and user_id = ${actor.userId} returning id',
    to: 'set name = ${input.name} where id = ${input.id} returning id',
    tests: [auth('passkey')],
  },
  {
    file: 'server/src/engines/identity/lock-screen.ts',
    what: 'who knows the lock password may guess at the other for ever',
    from: "(await verifyPassword(lockHash, word))) return 'known';",
    to: "(await verifyPassword(lockHash, word))) return 'right';",
    tests: [auth('lock')],
  },
  {
    file: OWN_PASSWORD,
    what: 'a new password leaves sign-ins between two steps alone',
    from: '    await tx.execute(sql`delete from auth_ticket where user_id = ${actor.userId}`);\n',
    to: '',
    tests: [auth('two-factor')],
  },
  {
    file: OWN_PASSWORD,
    what: 'a new password leaves other sessions open',
    from: "    const ended = await endOtherSessions(tx, which, 'password changed');",
    to: '    const ended = 0;',
    tests: ['server/src/areas/system/user.test.ts'],
  },
  {
    file: 'server/src/engines/identity/links.ts',
    what: "an identity that opens another's account may be had",
    from: '\n      where exists (select 1 from sys_user u where u.id = o.user_id and u.deleted_at is not null)',
    to: '',
    tests: [auth('links')],
  },
];
