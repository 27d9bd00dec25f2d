/** A table with personal data: how a person's rows are found, and what replaces the data. */
export interface Place {
  readonly table: string;
  /** The condition on the person's id, `$1`; the condition on the tenant is added. */
  readonly where: string;
  /** Assignments of the columns; `$2` is the erased person's new name. Without `set` the rows are deleted. */
  readonly set?: string;
  /** The condition that rows are already overwritten, so that a repetition skips them. */
  readonly done?: string;
  /** The rows have no id to order batches by; a person has few of them. */
  readonly hasNoId?: true;
  /** The rows have no tenant column. */
  readonly isWithoutTenant?: true;
}

const renamed = (table: string, id: string, name: string): Place => ({
  table,
  where: `${id} = $1`,
  set: `${name} = $2`,
  done: `${name} = $2`,
});

/** In the order of processing. The account comes last, because a repetition finds the person by it. */
export const ERASED_COLUMNS: readonly Place[] = [
  ...['auth_totp', 'auth_recovery_code', 'auth_passkey', 'auth_ticket', 'sys_user_preference'].map(
    (table): Place => ({ table, where: 'user_id = $1', isWithoutTenant: true }),
  ),
  ...['sys_user_role', 'sys_user_dept', 'sys_user_post', 'msg_inbox'].map(
    (table): Place => ({ table, where: 'user_id = $1', isWithoutTenant: true }),
  ),
  { table: 'sys_user_oauth', where: 'user_id = $1' },
  { table: 'desk_view', where: 'owner_id = $1' },
  renamed('kernel_file', 'owner_id', 'owner_name'),
  { table: 'pay_bank_card', where: 'user_id = $1' },
  { table: 'pay_wallet_address', where: 'user_id = $1' },
  {
    table: 'auth_session',
    where: 'user_id = $1',
    set: `address = '', user_agent = ''`,
    done: `address = '' and user_agent = ''`,
  },
  {
    table: 'agt_verification',
    where: 'user_id = $1',
    set: `user_name = $2, legal_name = $2, id_card_no = '', card_last4 = '', pictures = '[]', apply_note = null, create_user_name = $2`,
    done: `legal_name = $2 and user_name = $2`,
  },
  { ...renamed('fin_wallet', 'user_id', 'user_name'), hasNoId: true },
  renamed('finance_log', 'user_id', 'user_name'),
  renamed('open_key', 'owner_id', 'owner_name'),
  renamed('open_endpoint', 'owner_id', 'owner_name'),
  renamed('cnt_grant', 'user_id', 'user_name'),
  // An invited person is named by the bonus of the inviter.
  { table: 'cnt_grant', where: 'cause = 3 and cause_id = $1', set: 'cause_no = $2', done: 'cause_no = $2' },
  // Actions of the person on own wallets, and actions of a sub-user on the wallets of its agent.
  {
    table: 'finance_log',
    where: 'operator_id = $1 and user_id in ($1, (select parent_id from sys_user where id = $1))',
    set: 'operator_name = $2',
    done: 'operator_name = $2',
  },
  {
    table: 'pay_recharge',
    where: 'user_id = $1',
    set: `user_name = $2, create_user_name = $2, payer_name = null, payer_note = null`,
    done: 'user_name = $2',
  },
  {
    table: 'pay_incoming',
    where: 'recharge_id in (select id from pay_recharge where user_id = $1)',
    set: 'user_name = $2',
    done: 'user_name = $2',
  },
  {
    table: 'pay_withdrawal',
    where: 'user_id = $1',
    set: `user_name = $2, create_user_name = $2, payee_name = null, payee = null, card_no = null, apply_note = null`,
    done: 'user_name = $2',
  },
  renamed('cmp_consent', 'owner_id', 'owner_name'),
  renamed('prv_provider', 'owner_id', 'owner_name'),
  renamed('war_claim', 'owner_id', 'owner_name'),
  renamed('war_claim', 'decider', 'decider_name'),
  renamed('war_case', 'decider', 'decider_name'),
  renamed('inb_task', 'owner_id', 'agent_name'),
  renamed('inb_session', 'assigned_user', 'assigned_name'),
  ...['inb_draft', 'inb_seen', 'inb_duty'].map(
    (table): Place => ({ table, where: 'user_id = $1', isWithoutTenant: true }),
  ),
  { ...renamed('inb_event', 'user_id', 'user_name'), hasNoId: true, isWithoutTenant: true },
  renamed('sed_task', 'app_user_id', 'app_user_name'),
  // The number of a panel member is theirs; tasks keep the key of the pool's row.
  {
    table: 'sed_task',
    where: 'app_user_id = $1',
    set: 'e164 = 999999999999999 - embedded_number_id',
    done: 'e164 = 999999999999999 - embedded_number_id',
  },
  {
    table: 'sed_number',
    where: 'app_user_id = $1',
    set: 'e164 = 999999999999999 - id, status = 0, network = null, remark = null',
    done: 'e164 = 999999999999999 - id',
  },
  renamed('sed_task', 'reporter', 'reporter_name'),
  renamed('sed_task', 'reviewer_id', 'reviewer_name'),
  renamed('sed_task', 'cheat_user', 'cheat_user_name'),
  renamed('cmp_case', 'owner_id', 'owner_name'),
  renamed('cmp_case', 'decider', 'decider_name'),
  renamed('sup_claim', 'sender', 'sender_name'),
  renamed('sup_claim', 'answer_user', 'answer_user_name'),
  {
    table: 'cmp_consent',
    where: 'agreed_user_id = $1',
    set: `agreed_user_name = $2, agreed_ip = ''`,
    done: `agreed_user_name = $2 and agreed_ip = ''`,
  },
  // Nobody may change an entry of a regulator.
  { ...renamed('cmp_suppression', 'owner_id', 'owner_name'), where: 'owner_id = $1 and reason <> 3' },
  renamed('agt_rebate', 'beneficiary_id', 'beneficiary_name'),
  renamed('agt_rebate', 'from_user_id', 'from_user_name'),
  renamed('agt_product_order', 'agent_id', 'agent_name'),
  {
    table: 'agt_product_order',
    where: 'buyer_id = $1',
    set: 'buyer_name = $2, create_user_name = $2',
    done: 'buyer_name = $2',
  },
  renamed('agt_preorder', 'agent_id', 'agent_name'),
  {
    table: 'agt_preorder',
    where: 'buyer_id = $1',
    set: 'buyer_name = $2, create_user_name = $2',
    done: 'buyer_name = $2',
  },
  renamed('inv_outbound', 'agent_id', 'agent_name'),
  ...['agt_quota', 'agt_lease', 'agt_lease_renewal', 'sms_phone_month', 'work_task'].map((table) =>
    renamed(table, 'owner_id', 'owner_name'),
  ),
  renamed('work_task', 'agent_id', 'agent_name'),
  renamed('sms_phone', 'agent_id', 'agent_name'),
  {
    table: 'app_user',
    where: 'user_id = $1',
    set: `register_ip = '', register_agent = '', visitor_id = ''`,
    done: `register_ip = '' and register_agent = '' and visitor_id = ''`,
    hasNoId: true,
  },
  {
    table: 'src_visit',
    where: 'registered_user_id = $1',
    set: `visitor_id = 'erased-' || id, session_id = null, ip_trunc = null`,
    done: `visitor_id = 'erased-' || id and session_id is null and ip_trunc is null`,
  },
  { table: 'app_consent', where: 'user_id = $1', set: `given_ip = ''`, done: `given_ip = ''` },
  { table: 'kernel_export_log', where: 'user_id = $1', set: `user_name = $2, ip = ''`, done: 'user_name = $2' },
  {
    table: 'sys_user',
    where: 'id = $1',
    set: `account = $2, password_hash = '', lock_password_hash = null, real_name = $2, real_name_pinyin = '', name = $2, avatar = '', phone = '', email = '',
      service_address = '', invite_code = 'erased' || id, contract_no = '', contract_end = null, contract_attach_ids = '[]', contract_note = '', time_zone = '', status_reason = '', last_login_ip = '',
      remark = '', code = '', sex = null, birthday = null, leader_id = null, user_ext = ''`,
    done: 'account = $2',
  },
];

/** Columns with personal names or data that stay unchanged, each with the reason. */
export const KEPT: Readonly<Record<string, string>> = {
  audit_log: 'the audit log may not be rewritten',
  snd_verdict: 'the history of decisions stays',
  biz_state_log: 'the history of decisions stays',
  fin_journal: 'protected by the hash chain of the ledger',
  apr_request: 'the history of requests and decisions stays',
  sys_menu: 'names of entries for agents, not of people',
  msg_message: 'the other copy of a message belongs to its receiver',
  kernel_task: 'deleted with the task',
  auth_social_ticket: 'deleted after some minutes',
  log_api: 'deleted after some months',
  log_usual: 'deleted after some months',
  log_error: 'deleted after some months',
  sys_mail_log: 'deleted after a year',
  sys_mail_suppressed: 'an address that gets no mail; without a user',
  sys_sms_log: 'deleted after some months',
};
