const OWN = 'server/src/engines/office/messages/messages.test.ts';
const AREA = 'server/src/areas/message/index.test.ts';
const READ = 'server/src/engines/office/messages/read.ts';
const RECIPIENTS = 'server/src/engines/office/messages/recipients.ts';
const SEND = 'server/src/engines/office/messages/send.ts';

export default [
  {
    file: SEND,
    what: 'a twenty-first message is sent in a minute',
    from: '>= most) throw',
    to: '> most) throw',
    tests: [AREA],
  },
  {
    file: SEND,
    what: 'agents write to whomever they like',
    from: '    if (!(await canReachAll(tx, actor, to.userIds))) throw messageErrors.RECIPIENT_UNKNOWN();\n',
    to: '',
    tests: [AREA],
  },
  {
    file: RECIPIENTS,
    what: 'disabled users get messages',
    from: 'const present = sql`u.deleted_at is null and u.status in (1, 2)`;',
    to: 'const present = sql`u.deleted_at is null`;',
    tests: [OWN],
  },
  {
    file: RECIPIENTS,
    what: 'a broadcast is also delivered to its sender',
    from: 'const others = sql`u.id <> ${actor.userId}`;',
    to: 'const others = sql`true`;',
    tests: [OWN],
  },
  {
    file: READ,
    what: "others' messages can be opened",
    from: '        eq(received.id, id),\n        eq(received.userId, actor.userId),\n',
    to: '        eq(received.id, id),\n',
    tests: [AREA],
  },
  {
    file: READ,
    what: 'the last received message is delivered again',
    from: 'gt(received.seq, after)',
    to: 'sql`${received.seq} >= ${after}`',
    tests: [OWN],
  },
  {
    file: READ,
    what: 'some are removed although one of them is not there',
    from: '  if (fromInbox.length + fromSent.length < ids.length) throw commonErrors.NOT_FOUND();\n',
    to: '',
    tests: [AREA],
  },
];
