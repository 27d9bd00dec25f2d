-- What every table and column is. Where the contract has a field, its label comes first.

comment on column apr_request.asked_permission is 'The permission of the call that proposed it: a request of somebody who has lost it since is not approved';
comment on table apr_request is 'What one person proposed and another has to decide about';
comment on column apr_request.id is 'Id';
comment on column apr_request.tenant_id is 'Tenant it belongs to';
comment on column apr_request.approval_no is '复核单号 / Approval no.';
comment on column apr_request.kind is '事项 / What';
comment on column apr_request.params is 'What fills the sentence of its kind';
comment on column apr_request.payload is 'What its kind carries out when it is approved';
comment on column apr_request.lines is '明细 / Details';
comment on column apr_request.amount is '合计金额 / Total: micro-units';
comment on column apr_request.currency is '币种 / Currency';
comment on column apr_request.reason is '申请原因 / Reason';
comment on column apr_request.status is '状态 / Status';
comment on column apr_request.expire_time is '失效时间 / Expires';
comment on column apr_request.decided_by is 'Who decided';
comment on column apr_request.decided_by_name is '复核人 / Decided by';
comment on column apr_request.decide_time is '复核时间 / Decided at';
comment on column apr_request.decision is '复核意见 / Answer';
comment on column apr_request.create_user is 'User who created it; null: the program';
comment on column apr_request.create_user_name is '申请人 / Asked by';
comment on column apr_request.create_dept is 'Department of that user';
comment on column apr_request.create_time is '申请时间 / Asked at';
comment on column apr_request.update_user is 'User who changed it last';
comment on column apr_request.update_time is 'When it was changed last';
comment on column apr_request.version is 'Counts changes: a form filled from an older version is refused';
comment on column apr_request.deleted_at is 'When it was removed; null while it is there';
