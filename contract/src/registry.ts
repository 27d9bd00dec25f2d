import { agentConfiguration } from './areas/agent/configuration.ts';
import { agentInvitation } from './areas/agent/invitation.ts';
import { lease } from './areas/agent/lease.ts';
import { agentProduct } from './areas/agent/product.ts';
import { quota } from './areas/agent/quota.ts';
import { recharge } from './areas/agent/recharge.ts';
import { agentUser } from './areas/agent/user.ts';
import { verification } from './areas/agent/verification.ts';
import { warrantyCase } from './areas/agent/warranty-case.ts';
import { warrantyClaim } from './areas/agent/warranty-claim.ts';
import { withdrawal } from './areas/agent/withdrawal.ts';
import { publicApp } from './areas/app/index.ts';
import { activity } from './areas/app-manage/activity.ts';
import { announcement } from './areas/app-manage/announcement.ts';
import { instruction } from './areas/app-manage/instruction.ts';
import { lock } from './areas/auth/lock.ts';
import { oauth } from './areas/auth/oauth.ts';
import { passkey } from './areas/auth/passkey.ts';
import { session } from './areas/auth/session.ts';
import { twoFactor } from './areas/auth/two-factor.ts';
import { complianceCase } from './areas/compliance/case.ts';
import { consent } from './areas/compliance/consent.ts';
import { frequency } from './areas/compliance/frequency.ts';
import { quietHours } from './areas/compliance/quiet-hours.ts';
import { suppression } from './areas/compliance/suppression.ts';
import { approval } from './areas/desk/approval.ts';
import { dashboard } from './areas/desk/dashboard.ts';
import { home } from './areas/desk/home.ts';
import { notice } from './areas/desk/notice.ts';
import { numberHistory } from './areas/desk/number-history.ts';
import { search } from './areas/desk/search.ts';
import { task } from './areas/desk/task.ts';
import { view } from './areas/desk/view.ts';
import { code } from './areas/develop/code.ts';
import { datasource } from './areas/develop/datasource.ts';
import { telegramFilter } from './areas/filter/telegram-filter.ts';
import { whatsappFilter } from './areas/filter/whatsapp-filter.ts';
import { financeDay } from './areas/finance/day.ts';
import { financeLog } from './areas/finance/log.ts';
import { financeProof } from './areas/finance/proof.ts';
import { whatIf } from './areas/finance/what-if.ts';
import { apiLog } from './areas/log/api.ts';
import { auditLog } from './areas/log/audit.ts';
import { errorLog } from './areas/log/error.ts';
import { errorGroup } from './areas/log/error-group.ts';
import { exportLog } from './areas/log/export.ts';
import { stateLog } from './areas/log/state.ts';
import { trace } from './areas/log/trace.ts';
import { usualLog } from './areas/log/usual.ts';
import { message } from './areas/message/index.ts';
import { openDelivery } from './areas/open/delivery.ts';
import { openEndpoint } from './areas/open/endpoint.ts';
import { openKey } from './areas/open/key.ts';
import { errorPolicy } from './areas/provider/error-policy.ts';
import { provider } from './areas/provider/provider.ts';
import { report } from './areas/report/report.ts';
import { reportSchedule } from './areas/report/schedule.ts';
import { attach } from './areas/resource/attach.ts';
import { mail } from './areas/resource/mail.ts';
import { mailLog } from './areas/resource/mail-log.ts';
import { oss } from './areas/resource/oss.ts';
import { sms } from './areas/resource/sms.ts';
import { smsLog } from './areas/resource/sms-log.ts';
import { cannedReply } from './areas/sms/canned-reply.ts';
import { smsOrderPhone } from './areas/sms/order-phone.ts';
import { smsSession } from './areas/sms/session.ts';
import { sessionTask } from './areas/sms/session-task.ts';
import { smsPhone } from './areas/sms/sms-phone.ts';
import { smsTask } from './areas/sms/sms-task.ts';
import { websiteSource } from './areas/statistics/website-source.ts';
import { access } from './areas/system/access.ts';
import { apiScope } from './areas/system/api-scope.ts';
import { client } from './areas/system/client.ts';
import { dataScope } from './areas/system/data-scope.ts';
import { dept } from './areas/system/dept.ts';
import { dict } from './areas/system/dict.ts';
import { dictBiz } from './areas/system/dict-biz.ts';
import { menu } from './areas/system/menu.ts';
import { online } from './areas/system/online.ts';
import { param } from './areas/system/param.ts';
import { post } from './areas/system/post.ts';
import { region } from './areas/system/region.ts';
import { role } from './areas/system/role.ts';
import { tenant } from './areas/system/tenant.ts';
import { tenantPackage } from './areas/system/tenant-package.ts';
import { topMenu } from './areas/system/top-menu.ts';
import { user } from './areas/system/user.ts';
import { userPreferences } from './areas/system/user-preferences.ts';
import { telegramOrder } from './areas/telegram/order.ts';
import { telegramOrderPhone } from './areas/telegram/order-phone.ts';
import { app } from './areas/user/app.ts';
import { appUser } from './areas/user/app-user.ts';
import { bankCard } from './areas/user/bank-card.ts';
import { country } from './areas/user/country.ts';
import { incomingPayment } from './areas/user/incoming-payment.ts';
import { paymentMethod } from './areas/user/payment-method.ts';
import { paymentWatcher } from './areas/user/payment-watcher.ts';
import { payoutChannel } from './areas/user/payout-channel.ts';
import { rechargeRecord } from './areas/user/recharge-record.ts';
import { userTeam } from './areas/user/user-team.ts';
import { userWallet } from './areas/user/user-wallet.ts';
import { walletAddress } from './areas/user/wallet-address.ts';
import { withdrawalRecord } from './areas/user/withdrawal-record.ts';
import { embeddedNumber } from './areas/whatsapp/embedded-number.ts';
import { embeddedNumberTask } from './areas/whatsapp/embedded-number-task.ts';
import { inventory } from './areas/whatsapp/inventory.ts';
import { whatsappOrder } from './areas/whatsapp/order.ts';
import { whatsappOrderPhone } from './areas/whatsapp/order-phone.ts';
import { outbound } from './areas/whatsapp/outbound.ts';
import { preOrder } from './areas/whatsapp/pre-order.ts';
import { preWarehouse } from './areas/whatsapp/pre-warehouse.ts';
import { priceConfigure } from './areas/whatsapp/price-configure.ts';
import { supplier } from './areas/whatsapp/supplier.ts';
import { supplierClaim } from './areas/whatsapp/supplier-claim.ts';
import { whatsappTemplate } from './areas/whatsapp/template.ts';
import { warehouse } from './areas/whatsapp/warehouse.ts';
import type { PermissionOf } from './kit/resource.ts';

/** The one list: every resource console and server agree on. Names and permissions of the whole program follow from it. */
export const registry = [
  agentConfiguration,
  agentInvitation,
  lease,
  agentProduct,
  quota,
  recharge,
  agentUser,
  verification,
  warrantyCase,
  warrantyClaim,
  withdrawal,
  publicApp,
  activity,
  announcement,
  instruction,
  lock,
  oauth,
  passkey,
  session,
  twoFactor,
  complianceCase,
  consent,
  frequency,
  quietHours,
  suppression,
  approval,
  dashboard,
  home,
  notice,
  numberHistory,
  search,
  task,
  view,
  code,
  datasource,
  telegramFilter,
  whatsappFilter,
  financeDay,
  financeLog,
  financeProof,
  whatIf,
  apiLog,
  auditLog,
  errorLog,
  errorGroup,
  exportLog,
  stateLog,
  trace,
  usualLog,
  message,
  openDelivery,
  openEndpoint,
  openKey,
  errorPolicy,
  provider,
  report,
  reportSchedule,
  attach,
  mail,
  mailLog,
  oss,
  sms,
  smsLog,
  cannedReply,
  smsOrderPhone,
  smsSession,
  sessionTask,
  smsPhone,
  smsTask,
  websiteSource,
  access,
  apiScope,
  client,
  dataScope,
  dept,
  dict,
  dictBiz,
  menu,
  online,
  param,
  post,
  region,
  role,
  tenant,
  tenantPackage,
  topMenu,
  user,
  userPreferences,
  telegramOrder,
  telegramOrderPhone,
  app,
  appUser,
  bankCard,
  country,
  incomingPayment,
  paymentMethod,
  paymentWatcher,
  payoutChannel,
  rechargeRecord,
  userTeam,
  userWallet,
  walletAddress,
  withdrawalRecord,

  embeddedNumber,
  embeddedNumberTask,
  inventory,
  whatsappOrder,
  whatsappOrderPhone,
  outbound,
  preOrder,
  preWarehouse,
  priceConfigure,
  supplier,
  supplierClaim,
  whatsappTemplate,
  warehouse,
] as const;

export type ResourceName = (typeof registry)[number]['name'];
export type Permission = PermissionOf<(typeof registry)[number]>;
