-- Screenshots that support an appeal against a mark of cheating; they are uses of their files.
alter table sed_task add column appeal_evidence jsonb not null default '[]';
create or replace view file_use as
select f.id as file_id, 'system/user' as resource, u.id as row_id, u.real_name as called
from kernel_file f join sys_user u on u.tenant_id = f.tenant_id and u.deleted_at is null and u.avatar <> ''
  and u.avatar = '/api/resource/oss/endpoint/avatar?name=' || split_part(f.key, '/', 3) || '.' || f.extension
union all
select p.file_id, p.resource, n.id, n.title
from cnt_picture p join desk_notice n on p.resource = 'desk/notice' and n.tenant_id = p.tenant_id and n.deleted_at is null
  and n.picture_ids @> array[p.file_id]
union all
select p.file_id, p.resource, n.id, n.title
from cnt_picture p join cnt_activity n on p.resource = 'app-manage/activity' and n.tenant_id = p.tenant_id and n.deleted_at is null
  and n.picture_ids @> array[p.file_id]
union all
select p.file_id, p.resource, n.id, n.title
from cnt_picture p join cnt_announcement n on p.resource = 'app-manage/announcement' and n.tenant_id = p.tenant_id and n.deleted_at is null
  and n.picture_ids @> array[p.file_id]
union all
select p.file_id, p.resource, n.id, n.title
from cnt_picture p join cnt_instruction n on p.resource = 'app-manage/instruction' and n.tenant_id = p.tenant_id and n.deleted_at is null
  and n.picture_ids @> array[p.file_id]
union all
select f.id, case r.user_type when 2 then 'agent/recharge' else 'user/recharge-record' end, r.id, r.recharge_no
from kernel_file f join pay_recharge r on r.tenant_id = f.tenant_id and r.deleted_at is null
  and r.proofs @> jsonb_build_array('/api/agent/recharge/proof?name=' || f.id || '-' || split_part(f.key, '/', 3) || '.' || f.extension)
union all
select f.id, 'agent/verification', v.id, v.legal_name
from kernel_file f join agt_verification v on v.tenant_id = f.tenant_id and v.deleted_at is null
  and v.pictures @> jsonb_build_array('/api/agent/verification/picture?name=' || f.id || '-' || split_part(f.key, '/', 3) || '.' || f.extension)
union all
select f.id, 'agent/user', u.id, u.real_name
from kernel_file f join sys_user u on u.tenant_id = f.tenant_id and u.deleted_at is null
  and u.contract_attach_ids @> jsonb_build_array('/api/agent/user/paper?name=' || f.id || '-' || split_part(f.key, '/', 3) || '.' || f.extension)
union all
select f.id, 'agent/product', p.id, p.name_zh
from kernel_file f join agt_product p on p.tenant_id = f.tenant_id and p.deleted_at is null
  and p.cover = '/api/agent/product/cover?name=' || f.id || '-' || split_part(f.key, '/', 3) || '.' || f.extension
union all
select f.id, 'app-manage/activity', a.id, a.title
from kernel_file f join cnt_activity a on a.tenant_id = f.tenant_id and a.deleted_at is null
  and a.cover = '/api/app-manage/activity/cover?name=' || f.id || '-' || split_part(f.key, '/', 3) || '.' || f.extension
union all
select f.id, 'compliance/consent', c.id, c.consent_no
from kernel_file f join cmp_consent c on c.tenant_id = f.tenant_id and c.deleted_at is null
  and c.sample_proof_attach_ids @> jsonb_build_array('/api/compliance/consent/proof?name=' || f.id || '-' || split_part(f.key, '/', 3) || '.' || f.extension)
union all
select f.id, 'compliance/case', c.id, c.case_no
from kernel_file f join cmp_case c on c.tenant_id = f.tenant_id and c.deleted_at is null
  and c.evidence @> jsonb_build_array('/api/compliance/case/proof?name=' || f.id || '-' || split_part(f.key, '/', 3) || '.' || f.extension)
union all
select f.id, 'provider/provider', p.id, p.provider_name
from kernel_file f join prv_provider p on p.tenant_id = f.tenant_id and p.deleted_at is null
  and p.legal_basis_doc @> jsonb_build_array('/api/provider/provider/paper?name=' || f.id || '-' || split_part(f.key, '/', 3) || '.' || f.extension)
union all
select f.id, 'whatsapp/supplier', s.id, s.supplier_name
from kernel_file f join sup_supplier s on s.tenant_id = f.tenant_id and s.deleted_at is null
  and s.papers @> jsonb_build_array('/api/whatsapp/supplier/paper?name=' || f.id || '-' || split_part(f.key, '/', 3) || '.' || f.extension)
union all
select f.id, 'whatsapp/supplier-claim', c.id, c.claim_no
from kernel_file f join sup_claim c on c.tenant_id = f.tenant_id and c.deleted_at is null
  and c.evidence @> jsonb_build_array('/api/whatsapp/supplier-claim/proof?name=' || f.id || '-' || split_part(f.key, '/', 3) || '.' || f.extension)
union all
select f.id, 'agent/warranty-claim', w.id, w.claim_no
from kernel_file f join war_claim w on w.tenant_id = f.tenant_id
  and w.evidence @> jsonb_build_array('/api/agent/warranty-claim/proof?name=' || f.id || '-' || split_part(f.key, '/', 3) || '.' || f.extension)
union all
select f.id, 'whatsapp/embedded-number-task', t.id, t.task_no
from kernel_file f join sed_task t on t.tenant_id = f.tenant_id and t.deleted_at is null
  and (t.evidence || t.cheat_evidence || t.appeal_evidence) @> jsonb_build_array('/api/whatsapp/embedded-number-task/proof?name=' || f.id || '-' || split_part(f.key, '/', 3) || '.' || f.extension)
union all
select f.id, 'sms/sms-phone', p.id, p.phone_no
from kernel_file f join sms_phone p on p.tenant_id = f.tenant_id and p.deleted_at is null
  and p.reg_attach_ids @> jsonb_build_array('/api/sms/sms-phone/proof?name=' || f.id || '-' || split_part(f.key, '/', 3) || '.' || f.extension)
union all
select f.id, split_part(t.resource, '/', 1) || '/order-phone', t.id, t.task_no
from kernel_file f join snd_verdict v on v.tenant_id = f.tenant_id join work_task t on t.id = v.task_id
  and v.evidence @> jsonb_build_array('/api/' || split_part(t.resource, '/', 1) || '/order-phone/proof?name=' || f.id || '-' || split_part(f.key, '/', 3) || '.' || f.extension);
