import * as agent from './areas/agent/dictionaries.ts';
import * as content from './areas/app-manage/dictionaries.ts';
import * as compliance from './areas/compliance/dictionaries.ts';
import { approvalKind, approvalStatus } from './areas/desk/approval.ts';
import { noticeCategory } from './areas/desk/notice.ts';
import { datasourceCategory, datasourceTls } from './areas/develop/datasource.ts';
import * as filter from './areas/filter/dictionaries.ts';
import * as finance from './areas/finance/dictionaries.ts';
import { errorGroupState } from './areas/log/error-group.ts';
import { messageRead, messageType } from './areas/message/dictionaries.ts';
import * as open from './areas/open/dictionaries.ts';
import * as provider from './areas/provider/dictionaries.ts';
import * as smpp from './areas/provider/smpp-fields.ts';
import { reportChart } from './areas/report/definition.ts';
import * as schedules from './areas/report/schedule.ts';
import { mailSecurity } from './areas/resource/mail.ts';
import { mailState } from './areas/resource/mail-log.ts';
import { ossKind } from './areas/resource/oss.ts';
import { providerStatus } from './areas/resource/provider-fields.ts';
import { smsHttpFormat, smsKind, smsState } from './areas/resource/sms.ts';
import * as smsPhones from './areas/sms/phone-dictionaries.ts';
import * as smsSessions from './areas/sms/session-dictionaries.ts';
import { sourceType, visitDevice } from './areas/statistics/source-fields.ts';
import { apiScopeMethod, apiScopeType } from './areas/system/api-scope.ts';
import { grantType } from './areas/system/client.ts';
import { dataScopeType } from './areas/system/data-scope.ts';
import { orgCategory } from './areas/system/dept.ts';
import { menuAgentPlace, menuCategory, menuOpening } from './areas/system/menu.ts';
import { onlineState, signInMethod } from './areas/system/online.ts';
import { postCategory } from './areas/system/post.ts';
import { regionLevel } from './areas/system/region.ts';
import { sex, userPlatform } from './areas/system/user-fields.ts';
import * as apps from './areas/user/app-dictionaries.ts';
import * as paying from './areas/user/dictionaries.ts';
import { riskLevel } from './areas/user/risk-level.ts';
import * as whatsapp from './areas/whatsapp/dictionaries.ts';
import * as seeds from './areas/whatsapp/embedded-dictionaries.ts';
import * as shared from './dictionaries.ts';
import { type Dictionary, enableStatus, toneKind, yesNo } from './kit/dictionary.ts';
import type { Text } from './kit/locale.ts';
import { taskState } from './kit/task.ts';
import {
  channelQuality,
  errorPolicyClass,
  lineCharge,
  lineStatus,
  messageCategory,
  messageDirection,
  messageKind,
  orderEnd,
  orderStatus,
  smsEncoding,
  smsType,
  telegramOrderType,
  templateStatus,
  verificationResult,
} from './message-dictionaries.ts';
import * as numbers from './number-dictionaries.ts';
import { numberReject } from './number-reject.ts';
import { periodSpan } from './period-spans.ts';

/** A dictionary of the program with its title. */
interface TitledDictionary extends Text {
  readonly dictionary: Dictionary;
}

const listed = (dictionary: Dictionary, zh: string, en: string): TitledDictionary => ({ dictionary, zh, en });

/** Every dictionary that console and server share, in the order of the list of dictionaries. */
export const dictionaryList: readonly TitledDictionary[] = [
  listed(sex, '性别', 'Sex'),
  listed(noticeCategory, '通知类型', 'Notice type'),
  listed(menuCategory, '菜单类型', 'Menu kind'),
  listed(menuAgentPlace, '菜单的代理位置', 'Places of menus for agents'),
  listed(menuOpening, '菜单打开方式', 'How menus open'),
  listed(numbers.exportSource, '导出内容', 'Exported content'),
  listed(yesNo, '是否（0/1）', 'Yes or no (0/1)'),
  listed(enableStatus, '启用状态', 'Enabled or disabled'),
  listed(toneKind, '状态颜色', 'Colour of a state'),
  listed(orgCategory, '机构类型', 'Kind of department'),
  listed(postCategory, '岗位类型', 'Post level'),
  listed(regionLevel, '行政区划等级', 'Level of a region'),
  listed(dataScopeType, '数据权限', 'Data scope'),
  listed(apiScopeType, '接口权限类型', 'Kind of API scope'),
  listed(apiScopeMethod, '接口方法', 'Verb of a route'),
  listed(grantType, '登录方式', 'Grant type'),
  listed(shared.userType, '用户类型', 'User type'),
  listed(shared.userStatus, '用户状态', 'User status'),
  listed(userPlatform, '用户平台', 'User platform'),
  listed(onlineState, '在线状态', 'State of a session'),
  listed(signInMethod, '登录方式', 'Way of signing in'),
  listed(ossKind, '对象存储类型', 'Kind of storage'),
  listed(providerStatus, '服务商状态', 'Provider status'),
  listed(open.openScope, '接口权限范围', 'Scope of an API key'),
  listed(open.openKeyStatus, 'API 密钥状态', 'State of an API key'),
  listed(open.openEvent, 'Webhook 事件', 'Webhook event'),
  listed(open.openEventType, 'Webhook 事件类型', 'Type of a webhook event'),
  listed(open.openDeliveryState, 'Webhook 投递状态', 'State of a webhook delivery'),
  listed(open.openPause, 'Webhook 暂停原因', 'Why an endpoint was paused'),
  listed(mailSecurity, '邮件加密方式', 'Encryption of e-mail'),
  listed(mailState, '邮件发送结果', 'Result of an e-mail'),
  listed(periodSpan, '时间范围', 'Period of days'),
  listed(reportChart, '报表图表', 'Chart of a report'),
  listed(schedules.scheduleRhythm, '报表发送频率', 'Frequency of a report'),
  listed(schedules.scheduleWeekday, '星期', 'Weekday'),
  listed(schedules.scheduleChannel, '报表发送方式', 'Channel of a report'),
  listed(schedules.scheduleFormat, '报表附件格式', 'Format of a report'),
  listed(smsKind, '短信服务类型', 'Kind of SMS provider'),
  listed(smsHttpFormat, '短信接口格式', 'Format of an SMS interface'),
  listed(smsState, '短信发送状态', 'SMS state'),
  listed(smsEncoding, '短信编码', 'SMS encoding'),
  listed(messageType, '消息类型', 'Message type'),
  listed(messageRead, '消息阅读状态', 'Message read or not'),
  listed(taskState, '任务状态', 'Task state'),
  listed(approvalKind, '复核事项', 'What is approved'),
  listed(approvalStatus, '复核状态', 'Approval status'),
  listed(shared.businessType, '业务类型', 'Business type'),
  listed(shared.serviceType, '服务类型', 'Service type'),
  listed(shared.numberType, '号码类型', 'Number type'),
  listed(shared.capability, '号码能力', 'What a number can do'),
  listed(shared.unit, '计价单位', 'Unit of a price'),
  listed(numberReject, '号码拒收原因', 'Why a number is refused'),
  listed(orderStatus, '消息订单状态', 'State of a message order'),
  listed(orderEnd, '消息订单完成方式', 'How a message order ended'),
  listed(lineStatus, '消息发送状态', 'State of a message to a recipient'),
  listed(lineCharge, '消息计费状态', 'Charge of a message'),
  listed(messageCategory, '消息类别', 'Category of a message'),
  listed(messageDirection, '消息方向', 'Direction of a message'),
  listed(messageKind, '消息类型', 'Content of a message'),
  listed(smsType, '短信类型', 'Kind of an SMS'),
  listed(telegramOrderType, 'Telegram 订单类型', 'Kind of a Telegram order'),
  listed(smsPhones.smsSenderType, '短信号码类型', 'Kind of SMS sender'),
  listed(smsPhones.smsCapability, '短信号码能力', 'Capability of an SMS sender'),
  listed(smsPhones.smsRegistration, '短信号码备案状态', 'Registration of an SMS sender'),
  listed(smsPhones.smsRoute, '短信线路', 'SMS route'),
  listed(smsPhones.smsPhoneOwner, '短信号码归属', 'Owner of an SMS sender'),
  listed(smsPhones.smsInboxMode, '短信上行处理', 'Treatment of inbound texts'),
  listed(smsPhones.smsPhoneStatus, '短信号码状态', 'State of an SMS sender'),
  listed(templateStatus, '模板状态', 'State of a message template'),
  listed(channelQuality, '渠道质量评级', 'Quality rated by the channel'),
  listed(verificationResult, '验证结果', 'Outcome of a verification code'),
  listed(errorPolicyClass, '错误处理方式', 'Consequence of an error code'),
  listed(numbers.checkResult, '号码检测结果', 'Result of a number check'),
  listed(riskLevel, '风险等级', 'Risk level'),
  listed(apps.appUserKind, 'App用户类别', 'Kind of app user'),
  listed(apps.registerSource, 'App用户来源', 'How app users came'),
  listed(apps.appKycLevel, 'App用户认证级别', 'Verification of app users'),
  listed(paying.network, '区块链网络', 'Blockchain'),
  listed(paying.paymentType, '支付方式类型', 'Kind of payment method'),
  listed(paying.paymentDirection, '支付方式用途', 'What a payment method is for'),
  listed(paying.payingUsers, '支付方式可见用户', 'Who is offered a payment method'),
  listed(paying.payeeStatus, '收款账户状态', 'Status of a payee'),
  listed(paying.rechargeStatus, '充值状态', 'Status of a recharge'),
  listed(paying.withdrawalWallet, '提现账户', 'What a withdrawal is paid from'),
  listed(paying.withdrawalStatus, '提现状态', 'Status of a withdrawal'),
  listed(paying.withdrawalRisk, '提现风险提示', 'Risk flag of a withdrawal'),
  listed(paying.payeeType, '收款类型', 'Kind of payee'),
  listed(paying.payoutKind, '代付通道类型', 'Kind of payout channel'),
  listed(paying.sandboxOutcome, '沙箱代付结果', 'What the sandbox makes of a payout'),
  listed(paying.watcherKind, '到账监听类型', 'Kind of payment watcher'),
  listed(paying.sandboxPayment, '沙箱模拟付款', 'What the sandbox pays'),
  listed(paying.incomingPaymentStatus, '到账状态', 'Status of an incoming payment'),
  listed(paying.incomingPaymentProblem, '到账未匹配原因', 'Why a payment is not matched'),
  listed(paying.feePayer, '手续费承担方', 'Fee borne by'),
  listed(paying.rateMode, '汇率方式', 'Kind of rate'),
  listed(shared.agentLevel, '代理等级', 'Agent level'),
  listed(agent.kycStatus, '认证状态', 'Verification status'),
  listed(agent.agentPriceKind, '代理价格类型', 'Kind of an agent’s price'),
  listed(agent.deliveryType, '交付方式', 'Delivery'),
  listed(agent.shelfStatus, '商品上架状态', 'Product on the shelf'),
  listed(agent.productTag, '商品标签', 'Product tag'),
  listed(agent.rebateLevel, '返佣级别', 'Rebate level'),
  listed(agent.rebateSource, '返佣来源', 'What a rebate is earned by'),
  listed(agent.rebateBase, '返佣基数', 'What rebates are a share of'),
  listed(agent.rebateStatus, '返佣状态', 'Status of a rebate'),
  listed(agent.packageService, '套餐可抵用服务', 'What a package is good for'),
  listed(agent.quotaStatus, '套餐状态', 'Status of a package'),
  listed(agent.leaseStatus, '租期状态', 'Status of a lease'),
  listed(agent.leaseProblem, '续租受阻原因', 'Why a lease was not renewed'),
  listed(agent.quotaEvent, '套餐明细类型', 'What happened to units of a package'),
  listed(agent.warrantyAction, '质保处理方式', 'Settlement of a warranty'),
  listed(agent.warrantyChoice, '质保选择', 'Choice about a claim'),
  listed(agent.warrantySource, '质保单来源', 'Source of a claim'),
  listed(agent.warrantyStatus, '质保单状态', 'Status of a claim'),
  listed(agent.warrantyCause, '质保结果说明', 'Note about the end of a claim'),
  listed(agent.warrantyVerdict, '质保检测有效性', 'Whether a check counts'),
  listed(agent.warrantyCaseKind, '质保批量异常范围', 'Scope of a mass event'),
  listed(agent.warrantyCaseStatus, '质保批量异常状态', 'Status of a mass event'),
  listed(agent.productOrderStatus, '商品订单状态', 'Product order status'),
  listed(finance.walletKind, '钱包类型', 'Kind of wallet'),
  listed(finance.financeType, '流水类型', 'Kind of entry'),
  listed(finance.financeDirection, '收支方向', 'In or out'),
  listed(agent.verificationStatus, '代理认证状态', 'Status of a verification'),
  listed(agent.verificationSubject, '认证主体', 'Who is verified'),
  listed(agent.identityDocument, '证件类型', 'Identity document'),
  listed(finance.proofResult, '账务核对结果', 'Result of a proof'),
  listed(finance.dayResult, '日结结果', 'Result of a day'),
  listed(finance.dayChange, '日结变动', 'Change of a closed day'),
  listed(whatsapp.filterType, 'WhatsApp 筛选类型', 'WhatsApp filter type'),
  listed(whatsapp.priceKind, '计价类别', 'Part of a service with its own price'),
  listed(filter.telegramFilterType, 'Telegram 筛选类型', 'Telegram filter type'),
  listed(filter.checkMode, '检测方式', 'Mode of a check'),
  listed(filter.checkInput, '名单录入方式', 'How a list is entered'),
  listed(filter.evidence, '检测证据来源', 'Evidence of a result'),
  listed(filter.checkStatus, '检测任务状态', 'Status of a check'),
  listed(filter.checkPause, '检测暂停', 'Pause of a check'),
  listed(filter.lineType, '线路类型', 'Line type'),
  listed(filter.foundOrNot, '是否开通', 'Account found or not'),
  listed(compliance.suppressionScope, '屏蔽范围', 'Scope of a suppression'),
  listed(compliance.suppressionChannel, '屏蔽渠道', 'Channel of a suppression'),
  listed(compliance.suppressionReason, '屏蔽原因', 'Reason of a suppression'),
  listed(compliance.suppressionStatus, '屏蔽状态', 'Status of a suppression'),
  listed(compliance.listSource, '名单来源', 'Source of a list'),
  listed(compliance.consentChannel, '声明适用渠道', 'Channels of a declaration'),
  listed(compliance.caseType, '合规工单类型', 'Type of a compliance case'),
  listed(compliance.caseOutcome, '合规工单认定', 'Outcome of a compliance case'),
  listed(compliance.caseStatus, '合规工单状态', 'Status of a compliance case'),
  listed(compliance.messagePurpose, '规则适用消息', 'Messages of a rule'),
  listed(compliance.consentStatus, '名单声明状态', 'Status of a declaration'),
  listed(whatsapp.activePeriod, '活跃周期', 'Active period'),
  listed(whatsapp.chargeOn, '计费依据', 'What is charged'),
  listed(whatsapp.priceLevel, '价格适用等级', 'Level of a price'),
  listed(whatsapp.priceStatus, '价格状态', 'Price status'),
  listed(whatsapp.sourceType, '号码来源', 'Number source'),
  listed(whatsapp.ownerType, '号码归属', 'Number owner'),
  listed(whatsapp.regDocStatus, '登记资料状态', 'Registration documents'),
  listed(whatsapp.checkStatus, '号码检测状态', 'Number check'),
  listed(whatsapp.stagedStatus, '预入库状态', 'Pre-warehouse status'),
  listed(whatsapp.batchStatus, '预入库批次状态', 'Pre-warehouse batch'),
  listed(whatsapp.batchProgress, '预入库批次进度', 'Progress of a batch'),
  listed(whatsapp.stockStatus, '库存状态', 'Stock status'),
  listed(whatsapp.surviveStatus, '存活状态', 'Liveness'),
  listed(whatsapp.strategy, '提取策略', 'Extraction order'),
  listed(whatsapp.extractTarget, '提取对象', 'For whom numbers are extracted'),
  listed(whatsapp.outboundType, '出库类型', 'Outbound type'),
  listed(whatsapp.outboundStatus, '出库单状态', 'Outbound status'),
  listed(whatsapp.supplierRecord, '供应商资料', 'Record of a supplier'),
  listed(whatsapp.supplierClaimStatus, '供应商索赔状态', 'Supplier claim'),
  listed(whatsapp.paymentTerms, '供应商付款方式', 'Payment terms of suppliers'),
  listed(whatsapp.preOrderStatus, '预定单状态', 'Pre-order status'),
  listed(whatsapp.preOrderSkip, '预定跳过原因', 'Reason to pass over a pre-order'),
  listed(seeds.seedOwner, '嵌入号归属', 'Owner of a seed number'),
  listed(seeds.seedStatus, '嵌入号状态', 'State of a seed number'),
  listed(seeds.seedTaskStatus, '嵌入号任务状态', 'State of a seed number task'),
  listed(seeds.seedReport, '嵌入号反馈', 'Report about a seed number'),
  listed(seeds.seedMatch, '嵌入号比对结果', 'Result of a seed number'),
  listed(seeds.seedRewardStatus, '嵌入号奖励状态', 'Reward of a seed number task'),
  listed(seeds.seedAppeal, '嵌入号申诉', 'Appeal about a seed number task'),
  listed(provider.providerKind, '服务商类别', 'Service of a provider'),
  listed(provider.providerProtocol, '服务商协议', 'Protocol of a provider'),
  listed(provider.channelProtocol, '消息渠道', 'Message channel'),
  listed(provider.providerCapability, '服务商检测能力', 'Capability of a provider'),
  listed(provider.providerBreaker, '服务商运行状态', 'Breaker of a provider'),
  listed(provider.providerOutcome, '服务商交互结果', 'Outcome of an exchange'),
  listed(provider.exchangeState, '服务商交互状态', 'State of an exchange'),
  listed(provider.healthPart, '服务商扣分项', 'Part of a health score'),
  listed(smpp.smppBindMode, 'SMPP 绑定方式', 'Bind of an SMPP account'),
  listed(smpp.smppIdForm, 'SMPP 回执编号', 'ID in SMPP receipts'),
  listed(smpp.smppReceiptParts, 'SMPP 回执范围', 'Parts with SMPP receipts'),
  listed(smpp.smppAlphabet, 'SMPP 默认字母表', 'Default alphabet of SMPP'),
  listed(smpp.smppLongMode, 'SMPP 长短信方式', 'Long texts by SMPP'),
  listed(smpp.smppAddressing, 'SMPP 发送地址类型', 'Types of SMPP senders'),
  listed(smpp.smppBindState, 'SMPP 连接状态', 'State of an SMPP bind'),
  listed(smpp.smppLearningState, 'SMPP 学习状态', 'State of learning an SMPP account'),
  listed(content.activityType, '活动类型', 'Kind of activity'),
  listed(content.activityStatus, '活动状态', 'State of an activity'),
  listed(content.activityUsers, '活动参与用户', 'Who takes part in an activity'),
  listed(content.grantCause, '赠送原因', 'Reason of a bonus'),
  listed(content.grantStatus, '赠送状态', 'State of a bonus'),
  listed(content.announcementReaders, '公告对象', 'Readers of an announcement'),
  listed(content.announcementLevel, '公告级别', 'Level of an announcement'),
  listed(content.announcementStatus, '公告状态', 'State of an announcement'),
  listed(content.instructionCategory, '使用说明分类', 'Subject of an instruction'),
  listed(content.instructionLang, '使用说明语言', 'Language of an instruction'),
  listed(smsSessions.sessionType, '短信会话类型', 'Type of a text session task'),
  listed(smsSessions.sessionTaskStatus, '会话任务状态', 'Status of a text session task'),
  listed(smsSessions.sessionStatus, '短信会话状态', 'State of a text session'),
  listed(smsSessions.sessionEnd, '短信会话关闭原因', 'Why a text session was closed'),
  listed(smsSessions.sessionEventKind, '短信会话动态', 'Entry of a text session'),
  listed(smsSessions.sessionFlag, '短信会话标记', 'Mark of a text session'),
  listed(smsSessions.replyBlock, '无法回复的原因', 'Why a reply cannot be sent'),
  listed(errorGroupState, '异常分组状态', 'State of an error group'),
  listed(sourceType, '网站来源类型', 'Source of website visits'),
  listed(visitDevice, '访问设备', 'Device of a visit'),
  listed(datasourceCategory, '数据源类型', 'Kind of data source'),
  listed(datasourceTls, '数据源加密', 'Encryption of a data source'),
];

/** An initial entry of an installation. Keys are text because some dictionaries have no numbers. */
export interface EntrySeed extends Text {
  readonly key: string;
  readonly tone?: number;
  readonly remark?: string;
}

/** A dictionary as an installation starts with it. */
export interface DictionarySeed extends Text {
  readonly code: string;
  /** `closed`: the code decides by the keys, there are no others. `numbers`, `texts`: operators may add entries. */
  readonly keys: 'closed' | 'numbers' | 'texts';
  readonly entries: readonly EntrySeed[];
}

/** The dictionary of the screens that open business documents: the type is the key, the address the remark. */
export const FLOW = 'flow';

/** Values for other programs, which this one does not use for decisions. */
const others: readonly DictionarySeed[] = [
  {
    code: FLOW,
    zh: '流程路由',
    en: 'Document routes',
    keys: 'texts',
    entries: [
      { key: 'desk/approval', zh: '复核申请', en: 'Approval request', remark: '/desk/approval/index' },
      { key: 'finance/log', zh: '资金流水', en: 'Finance log', remark: '/finance/log/index' },
      {
        key: 'whatsapp/pre-warehouse',
        zh: '号码导入待确认',
        en: 'Import to confirm',
        remark: '/whatsapp/pre-warehouse/index',
      },
      { key: 'system/user', zh: '注册审核', en: 'Registration to approve', remark: '/system/user/index' },
    ],
  },
  {
    code: 'yes_no',
    zh: '是否（1/2）',
    en: 'Yes or no (1/2)',
    keys: 'closed',
    entries: [
      { key: '1', zh: '否', en: 'No' },
      { key: '2', zh: '是', en: 'Yes' },
    ],
  },
];

/** Every dictionary an installation starts with, in the order of the list. */
export const dictionarySeeds: readonly DictionarySeed[] = [
  ...dictionaryList.map(
    ({ dictionary: { code, entries, isOpen }, zh, en }): DictionarySeed => ({
      code,
      zh,
      en,
      keys: isOpen ? 'numbers' : 'closed',
      entries: Object.values(entries).map((entry) => ({
        key: String(entry.value),
        zh: entry.zh,
        en: entry.en,
        ...(entry.tone ? { tone: toneKind.is[entry.tone] } : {}),
      })),
    }),
  ),
  ...others,
];

/** How the entries of a dictionary of the program may change, by its code; undefined for an operator's own. */
export const keysOfBuiltIn: ReadonlyMap<string, DictionarySeed['keys']> = new Map(
  dictionarySeeds.map(({ code, keys }) => [code, keys]),
);
