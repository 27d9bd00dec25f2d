-- Which tables the audit trail follows (see audit_note): row by row, or for tables that change by the thousand by statement.
-- A new table is added to one of the two by its migration, or to the list of those without in the server's tests.
do $$
declare
  -- Each with the columns that identify a row, where there is no id.
  tables constant text[] := array['sys_tenant', 'sys_user', 'sys_role', 'sys_user_role user_id role_id', 'sys_dept',
    'sys_user_dept user_id dept_id', 'sys_user_post user_id post_id', 'sys_menu', 'sys_role_menu role_id menu_id',
    'sys_data_scope', 'sys_role_data_scope role_id data_scope_id', 'sys_api_scope', 'sys_role_api_scope role_id api_scope_id',
    'sys_top_menu', 'sys_post', 'sys_oss', 'sys_param', 'sys_dict', 'sys_dict_biz', 'sys_sms', 'sys_mail', 'sys_mail_suppressed tenant_id address', 'rpt_report', 'rpt_schedule', 'sys_client',
    'sys_top_menu_menu top_menu_id menu_id', 'sys_tenant_package', 'sys_tenant_package_menu package_id menu_id', 'sys_user_oauth', 'auth_session', 'auth_totp user_id', 'auth_passkey',
    'fin_wallet user_id kind currency', 'fin_hold', 'fin_day', 'inv_country', 'inv_warehouse', 'inv_batch', 'inv_staged', 'sup_supplier', 'sup_claim',
    'inv_outbound', 'prc_price', 'prc_agent_price', 'prc_agent_template', 'agt_product', 'agt_product_order', 'agt_preorder', 'agt_quota', 'agt_lease_renewal', 'apr_request', 'pay_method', 'pay_wallet_address', 'pay_bank_card', 'pay_recharge',
    'pay_watcher', 'pay_incoming', 'pay_channel', 'pay_withdrawal', 'prv_provider', 'prv_error_policy', 'agt_verification', 'agt_move', 'cmp_suppression', 'cmp_consent', 'cmp_quiet_hours', 'cmp_frequency', 'cmp_case', 'war_case', 'war_claim', 'sed_number', 'sed_task', 'sms_phone', 'sms_phone_month', 'inb_task', 'inb_canned_reply', 'src_visit', 'open_key', 'open_endpoint',
    'app_user user_id', 'app_consent', 'app_team', 'app_team_member team_id user_id joined_time',
    'desk_notice', 'dev_datasource', 'dev_code', 'cnt_activity', 'cnt_announcement', 'cnt_instruction', 'msg_message', 'log_error_group'];
  of_many constant text[] := array['inv_item', 'inv_outbound_line', 'agt_lease', 'fin_journal', 'msg_inbox', 'cnt_grant', 'cnt_picture',
    'kernel_task', 'kernel_file', 'auth_recovery_code', 'sys_region'];
  parts text[];
  one text;
begin
  foreach one in array tables loop
    parts := string_to_array(one, ' ');
    execute format('create trigger audit_noted after insert or update or delete on %I for each row
      when (current_setting(''audit.noted'', true) <> '''') execute function audit_note(%s)', parts[1],
      (select coalesce(string_agg(quote_literal(part), ', '), '') from unnest(parts[2:]) part));
  end loop;
  foreach one in array of_many loop
    execute format('create trigger audit_noted after insert or update or delete on %I for each statement
      when (current_setting(''audit.noted'', true) <> '''') execute function audit_note()', one);
  end loop;
end;
$$;
