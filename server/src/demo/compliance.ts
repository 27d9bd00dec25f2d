import { complianceCase } from '@trade-assistant/contract/areas/compliance/case.ts';
import { CONSENT_TEXT_VERSION, consent } from '@trade-assistant/contract/areas/compliance/consent.ts';
import {
  caseOutcome,
  caseStatus,
  caseType,
  consentStatus,
  listSource,
} from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { cases, consents } from '../engines/messaging/compliance/index.ts';
import { logState } from '../kernel/resource/states.ts';
import { businessNumber, type Demo } from './demo.ts';
import { daysLater } from './timeline.ts';

const MONTHS = 300;
const OWN = '官网注册与门店登记（演示） / Website and shop sign-ups (demo)';
const NIGHT = '客户投诉夜间多次收到消息（演示） / Complaint: several messages at night (demo)';
const CHEAT = '种子号码未收到消息（演示） / Seed numbers received nothing (demo)';
const DECIDED = '属实，已提醒代理（演示） / True; the agent was warned (demo)';

/** Declarations with which the agents of the demo can check lists, one of them awaiting review; and three cases. */
export async function declareAndComplain({ tx, people, timeline, random }: Demo): Promise<void> {
  const { compliance } = people.staff;
  const by = { tenantId: compliance.tenantId };
  const owners = people.buyers.filter(({ payer }) => payer === null);
  const [first, second] = owners;
  for (const [place, owner] of owners.slice(0, 4).entries()) {
    const isReview = place === 2;
    const at = isReview ? timeline.today(70) : timeline.dayAt(30 - place, 11);
    const name = owner.agentName;
    const [row] = await tx
      .insert(consents)
      .values({
        ...{ ...by, consentNo: businessNumber(random, 'CS', at), ownerId: owner.agentId, ownerName: name },
        ...{ listSource: listSource.is.customers, collectMethod: OWN, scopeChannels: 7, isAgreed: 1 as const },
        ...{ textVersion: CONSENT_TEXT_VERSION, agreedTime: at, agreedIp: '192.0.2.21', agreedUserId: owner.agentId },
        ...{ agreedUserName: name, sampleProofAttachIds: [], createTime: at, updateTime: at },
        validUntil: daysLater(at, MONTHS).toISOString().slice(0, 10),
        status: isReview ? consentStatus.is.review : consentStatus.is.valid,
        ...(isReview ? {} : { auditUser: compliance.userId, auditUserName: compliance.realName, auditTime: at }),
      })
      .returning({ id: consents.id });
    if (row && !isReview)
      await logState(tx, compliance, { type: consent.name, id: row.id, from: 0, to: 1, event: 'pass' });
  }
  const reports = [
    { type: caseType.is.complaint, owner: first, content: NIGHT, daysAgo: 1, status: caseStatus.is.open },
    { type: caseType.is.cheating, owner: second, content: CHEAT, daysAgo: 4, status: caseStatus.is.handling },
    { type: caseType.is.complaint, owner: second, content: NIGHT, daysAgo: 12, status: caseStatus.is.closed },
  ];
  for (const { type, owner, content, daysAgo, status } of reports) {
    const at = timeline.dayAt(daysAgo, 15);
    const isClosed = status === caseStatus.is.closed;
    const [row] = await tx
      .insert(cases)
      .values({
        ...{
          ...by,
          caseNo: businessNumber(random, 'CC', at),
          caseType: type,
          content,
          status,
          isSuppressed: 0 as const,
        },
        ...{ ownerId: owner?.agentId ?? null, ownerName: owner?.agentName ?? null, createTime: at, updateTime: at },
        ...{ createUser: compliance.userId, createUserName: compliance.realName },
        ...(status === caseStatus.is.open ? {} : { handlerName: compliance.realName }),
        ...(isClosed
          ? {
              ...{
                outcome: caseOutcome.is.founded,
                decision: DECIDED,
                decider: compliance.userId,
                deciderName: compliance.realName,
                closeTime: at,
              },
              appealUntil: daysLater(at, 14),
            }
          : {}),
      })
      .returning({ id: cases.id });
    if (row && isClosed)
      await logState(tx, compliance, { type: complianceCase.name, id: row.id, from: 0, to: 2, event: 'confirm' });
  }
}
