comment on table agt_move is 'Agents that were moved in the tree, with all below them';
comment on column agt_move.id is 'Id';
comment on column agt_move.tenant_id is 'Tenant';
comment on column agt_move.user_id is 'The agent';
comment on column agt_move.from_path is 'Its path before';
comment on column agt_move.to_path is 'Its path since';
comment on column agt_move.reason is 'Why';
comment on column agt_move.create_user is 'Who moved it';
comment on column agt_move.create_time is 'When it was created';
