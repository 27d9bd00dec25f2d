import { identityDocument, verificationSubject } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { verification } from '@trade-assistant/contract/areas/agent/verification.ts';
import { and, eq, gt } from 'drizzle-orm';
import { verifications } from '../engines/customers/verification/index.ts';
import { users } from '../engines/people/identity/index.ts';
import { logState } from '../kernel/resource/states.ts';
import type { Demo } from './demo.ts';

const NOT_READABLE = '照片不清晰（演示） / Not readable (demo)';

/** The documents behind what the agents of the demo are said to be: accepted, looked at, turned down. */
export async function handInDocuments({ tx, people, timeline, random }: Demo): Promise<void> {
  const { compliance } = people.staff;
  const found = await tx
    .select()
    .from(users)
    .where(and(eq(users.tenantId, compliance.tenantId), gt(users.kycStatus, 0)))
    .orderBy(users.id);
  for (const { id: userId, tenantId, realName, kycStatus: status } of found) {
    const at = status === 1 ? timeline.today(80) : timeline.dayAt(random.int(40, 55), 11);
    const isDecided = status !== 1;
    const [row] = await tx
      .insert(verifications)
      .values({
        ...{ tenantId, userId, userName: realName, legalName: realName, status },
        subject: verificationSubject.is.company,
        documentType: identityDocument.is.licence,
        // There is no document: the number is empty, and nobody can ask for it.
        idCardNo: '',
        cardLast4: random.digits(4),
        pictures: [],
        createUser: userId,
        createUserName: realName,
        createTime: at,
        updateTime: at,
        ...(isDecided ? { auditUser: compliance.userId, auditUserName: compliance.realName, auditTime: at } : {}),
        rejectReason: status === 3 ? NOT_READABLE : null,
      })
      .returning({ id: verifications.id });
    if (!row || !isDecided) continue;
    const event = status === 2 ? 'pass' : 'turn-down';
    await logState(tx, compliance, { type: verification.name, id: row.id, from: 1, to: status, event });
  }
}
