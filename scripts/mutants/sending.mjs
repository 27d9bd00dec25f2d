const engine = (name) => [`server/src/engines/messaging/sending/${name}.test.ts`];
const RECEIPTS = 'server/src/engines/messaging/sending/receipts.ts';
const ADMIT = 'server/src/engines/messaging/sending/admit.ts';
const DECIDE = 'server/src/engines/messaging/compliance/decide.ts';
const CHANGE = 'server/src/engines/messaging/inbox/change.ts';
const ASSEMBLE = 'server/src/engines/vendors/providers/channels/smpp/assemble.ts';
const money = ['server/src/areas/sms/session-money.test.ts'];
const rules = ['server/src/areas/compliance/messages.test.ts'];
const consents = ['server/src/areas/compliance/consent.test.ts'];
const texts = ['server/src/engines/vendors/providers/channels/smpp/smpp.test.ts'];

export default [
  {
    file: 'server/src/engines/messaging/compliance/channel-stops.ts',
    what: 'starting one bot ends the block of another',
    from: 'reason === blocked ? sql`source_ref is not distinct from ${sourceRef}` : sql`true`',
    to: 'sql`true`',
    tests: engine('blocked'),
  },
  {
    file: 'server/src/engines/messaging/sending/polls.ts',
    what: 'an overdue message keeps its money held',
    from: 'charge: charge === lineCharge.is.held ? lineCharge.is.none : charge,',
    to: 'charge,',
    tests: engine('random-histories'),
  },
  {
    file: 'server/src/engines/messaging/work/message-lines.ts',
    what: 'a text of several parts frees the price of one',
    from: 'lane.freed += line.units;',
    to: 'lane.freed += 1;',
    tests: engine('random-histories'),
  },
  {
    file: RECEIPTS,
    what: 'a late receipt of the first attempt moves the line that was sent again',
    from: 'if (!task || !line || line.messageId !== message.id) continue;',
    to: 'if (!task || !line) continue;',
    tests: engine('receipts'),
  },
  {
    file: ADMIT,
    what: 'recipients who had a place in the portfolio lose it when they are refused',
    from: 'const back = given.filter((key) => taken.has(key));',
    to: 'const back = given;',
    tests: engine('admit'),
  },
  {
    file: ADMIT,
    what: 'refused recipients keep the places that they took',
    from: 'if (back.length > 0) await givePlaces',
    to: 'if (back.length < 0) await givePlaces',
    tests: engine('admit'),
  },
  {
    file: ADMIT,
    what: 'a person gets six codes within an hour',
    from: '>= CODES_MAX ? [lineNo]',
    to: '> CODES_MAX ? [lineNo]',
    tests: engine('admit'),
  },
  {
    file: ADMIT,
    what: 'two orders of codes at once take one place of the hour',
    from: 'pg_advisory_xact_lock(hashtextextended(${`codes:',
    to: 'pg_advisory_xact_lock_shared(hashtextextended(${`codes:',
    tests: engine('admit'),
  },
  {
    file: ADMIT,
    what: 'the last part of the day of a phone is not used',
    from: 'if (units > left) return true;',
    to: 'if (units >= left) return true;',
    tests: engine('admit'),
  },
  {
    file: 'server/src/engines/messaging/sending/limits.ts',
    what: 'a portfolio takes one recipient more than its limit',
    from: 'Math.max(0, limit - used)',
    to: 'Math.max(0, limit - used + 1)',
    tests: engine('admit'),
  },
  {
    file: RECEIPTS,
    what: 'a receipt changes the decision of a person',
    from: 'if (line.isJudged) {',
    to: 'if (line.isJudged && best.status === "sent") {',
    tests: engine('receipts'),
  },
  {
    file: ASSEMBLE,
    what: 'two parts of a text that arrive at once both miss the other',
    from: `  await tx.execute(
    sql\`select pg_advisory_xact_lock(hashtextextended(\${\`inbound \${id} \${peer} \${own} \${part.ref}\`}, 0))\`,
  );
`,
    to: '',
    tests: texts,
  },
  {
    file: CHANGE,
    what: 'the price of a text returns twice: when it is cancelled, and when it fails then',
    from: 'ENDED.includes(status) && !hadEnded && (',
    to: 'ENDED.includes(status) && (',
    tests: money,
  },
  {
    file: CHANGE,
    what: 'a text that failed after it was taken costs its session nothing',
    from: 'c.used = 0 and c.released = c.units`);',
    to: 'c.used >= 0`);',
    tests: ['server/src/engines/messaging/inbox/random-histories.test.ts'],
  },
  {
    file: DECIDE,
    what: 'a declaration ends a day early',
    from: 'valid_until >= ${todayOf(tenantId)}',
    to: 'valid_until > ${todayOf(tenantId)}',
    tests: consents,
  },
  {
    file: 'server/src/engines/messaging/compliance/frequency.ts',
    what: 'a limit for one channel counts the messages of the others',
    from: ' and r.channel in (0, u.channel)\n',
    to: '\n',
    tests: rules,
  },
];
