const kernel = (name) => `server/src/kernel/${name}.test.ts`;
const area = (name) => `server/src/areas/${name}.test.ts`;
const SIGN_IN = 'server/src/engines/identity/sign-in.test.ts';
const ATTEMPTS = 'server/src/kernel/auth/attempts.ts';
const FILES = 'server/src/kernel/files/index.ts';
const LEASE = 'server/src/kernel/jobs/lease.ts';
const LIST = 'server/src/kernel/resource/list.ts';
const ROUTES = 'server/src/kernel/resource/routes.ts';
const CALLS = 'server/src/kernel/http/routes.ts';
const SCOPE = 'server/src/kernel/resource/scope.ts';
const SESSIONS = 'server/src/kernel/auth/sessions.ts';

export default [
  {
    file: 'server/src/kernel/resource/export.ts',
    what: 'fields behind a permission are exported to everybody',
    from: 'return may && !c.can(`${resource}:${may}`) ? [] : [[name, field] as const];',
    to: 'return [[name, field] as const];',
    tests: [kernel('resource/export')],
  },
  {
    file: 'server/src/kernel/resource/walk.ts',
    what: 'rows without a value are left out of a long export',
    from: 'or(sql`${column} > ${bound}`, sql`${column} is null`)',
    to: 'sql`${column} > ${bound}`',
    tests: [kernel('resource/export')],
  },
  {
    file: ROUTES,
    what: 'who may only edit adds',
    from: '    if (!context.can(`${resource.name}:add`)) throw commonErrors.NO_PERMISSION();\n',
    to: '',
    tests: [area('system/top-menu')],
  },
  {
    file: ROUTES,
    what: 'some are removed although one of them is not there',
    from: '      if (rows.length < input.ids.length) throw commonErrors.NOT_FOUND();\n',
    to: '',
    tests: [area('system/top-menu')],
  },
  {
    file: ROUTES,
    what: 'a change overwrites what somebody else has changed',
    from: '      if (version !== undefined && version !== existing.version) throw commonErrors.STALE_DATA();\n',
    to: '',
    tests: ['server/src/app.test.ts'],
  },
  {
    file: LIST,
    what: '% and _ of what is sought stand for anything',
    from: "String(value).replace(/[\\\\%_]/g, '\\\\$&')",
    to: 'String(value)',
    tests: [kernel('resource/list')],
  },
  {
    file: LIST,
    what: 'a total is never called an estimate',
    from: '  if (total <= EXACT_TOTAL) return { total, estimated: false };\n',
    to: '  if (total > 0) return { total, estimated: false };\n',
    tests: [kernel('resource/list')],
  },
  {
    file: LIST,
    what: 'exactly a hundred thousand rows are called an estimate',
    from: 'if (total <= EXACT_TOTAL) return',
    to: 'if (total < EXACT_TOTAL) return',
    tests: [kernel('resource/list')],
  },
  {
    file: SCOPE,
    what: 'sub-users meet rows of others',
    from: "  if (scope === 'owner' && actor.userType === 3) conditions.push(eq(needed(columns, 'ownerId'), actor.userId));\n",
    to: '',
    tests: [kernel('resource/list')],
  },
  {
    file: SCOPE,
    what: 'what was deleted is still met',
    from: '  if (deletedAt) conditions.push(isNull(deletedAt));\n',
    to: '',
    tests: [kernel('resource/list')],
  },
  {
    file: FILES,
    what: 'a ticket for a file never expires',
    from: 'where token_hash = $1 and expires_at > now() returning',
    to: 'where token_hash = $1 returning',
    tests: [kernel('files/files')],
  },
  {
    file: FILES,
    what: 'a file of exactly the size allowed is refused',
    from: 'if (size > options.maxBytes)',
    to: 'if (size >= options.maxBytes)',
    tests: [kernel('files/files')],
  },
  {
    file: FILES,
    what: 'a file is given out after its time',
    from: 'if (!row || (row.expiresAt !== null && row.expiresAt <= new Date()))',
    to: 'if (!row)',
    tests: [kernel('files/files')],
  },
  {
    file: LEASE,
    what: 'recovery gives away the work of living workers',
    from: '        if (!tried.rows[0]?.free) continue;\n',
    to: '',
    tests: [kernel('jobs/crash')],
  },
  {
    file: LEASE,
    what: 'a timer runs on every node at once',
    from: '      if (!tried.rows[0]?.free) return false;\n',
    to: '',
    tests: [kernel('jobs/timers')],
  },
  {
    file: 'server/src/kernel/jobs/timers.ts',
    what: 'a daily timer that has just run is due again',
    from: 'if (candidate && candidate > after)',
    to: 'if (candidate && candidate >= after)',
    tests: [kernel('jobs/timers')],
  },
  {
    file: 'server/src/kernel/jobs/tasks.ts',
    what: 'everybody sees the tasks of everybody',
    from: 'holds(actor, ALL_TASKS) ? undefined : eq(tasks.ownerId, actor.userId)',
    to: 'undefined',
    tests: [kernel('jobs/jobs')],
  },
  {
    file: 'server/src/kernel/http/idempotency.ts',
    what: 'other content under a used key gets the first answer',
    from: 'row.call !== call || row.body_hash !== hash',
    to: 'row.call !== call',
    tests: [kernel('http/idempotency')],
  },
  {
    file: CALLS,
    what: 'rows of a page keep the fields the reader may not see',
    from: 'Array.isArray(records) ? { ...answer, records: records.map(strip) } : strip(answer)',
    to: 'Array.isArray(records) ? answer : strip(answer)',
    tests: [area('whatsapp/price-configure')],
  },
  {
    file: CALLS,
    what: 'a locked screen is locked in the browser only',
    from: '  if (actor?.isLocked && !call.whileLocked) throw commonErrors.SESSION_LOCKED();\n',
    to: '',
    tests: [area('auth/lock')],
  },
  {
    file: CALLS,
    what: 'a password that has to be changed need not be',
    from: '  if (request.actor.mustChangePassword && !call.beforePasswordChange) throw authErrors.PASSWORD_CHANGE_REQUIRED();\n',
    to: '',
    tests: [area('system/user')],
  },
  {
    file: ATTEMPTS,
    what: 'a sixth guess is looked at',
    from: 'where ${failures} + ${checking} < ${MAX_FAILURES}',
    to: 'where ${failures} < ${MAX_FAILURES}',
    tests: [SIGN_IN],
  },
  {
    file: ATTEMPTS,
    what: 'attempts that are refused prolong the rest',
    from: 'case when a.expires_at <= clock_timestamp() then ${window} else a.expires_at end\n',
    to: '${window}\n',
    tests: [SIGN_IN],
  },
  {
    file: SESSIONS,
    what: 'a refresh token that was stolen does not end the session',
    from: "    await endSessions(tx, { sessionId }, 'refresh token used twice');\n",
    to: '',
    tests: [SIGN_IN],
  },
  {
    file: 'server/src/kernel/auth/captcha.ts',
    what: 'a picture may be read for ever',
    from: 'row?.valid === true && row.answer_hash',
    to: 'row?.answer_hash',
    tests: [kernel('auth/captcha')],
  },
  {
    file: 'server/src/kernel/auth/tickets.ts',
    what: 'the ticket of a first step never expires',
    from: 'select user_id, data from auth_ticket where token_hash = ${tokenHash(ticket)} and kind = ${kind} and expires_at > now()`',
    to: 'select user_id, data from auth_ticket where token_hash = ${tokenHash(ticket)} and kind = ${kind}`',
    tests: [area('auth/two-factor')],
  },
  {
    file: 'server/src/kernel/realtime/join.ts',
    what: 'everybody of a tenant may follow a task',
    from: ' and tenant_id = $2 and (owner_id = $3 or $4)',
    to: ' and tenant_id = $2 and (owner_id = $3 or $4 or true)',
    tests: [kernel('realtime/realtime')],
  },
  {
    file: 'server/src/kernel/phone/mask.ts',
    what: 'two digits of a short number are hidden instead of three',
    from: 'const LEAST_HIDDEN = 3;',
    to: 'const LEAST_HIDDEN = 2;',
    tests: [kernel('phone/mask')],
  },
  {
    file: 'server/src/kernel/audit/redact.ts',
    what: 'refresh tokens stand in the log',
    from: '|token|secret|captcha|',
    to: '|secret|captcha|',
    tests: [kernel('audit/audit')],
  },
];
