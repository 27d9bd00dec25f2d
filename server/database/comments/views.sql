-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table desk_view is 'Saved views of lists';
comment on column desk_view.owner_id is 'The person whose view it is';
comment on column desk_view.owner_name is 'Name of the owner';
comment on column desk_view.screen is 'Path of the list';
comment on column desk_view.resource is 'The resource whose rows the list shows';
comment on column desk_view.call is 'The call that answers the rows';
comment on column desk_view.name is 'Name of the view, unique for its owner and list';
comment on column desk_view.filters is 'Parameters of the call with their values';
comment on column desk_view.period is 'Field and span of days that moves with the present day; null: none';
comment on column desk_view.sort is 'A field, descending with a leading minus; empty for the order of the list';
comment on column desk_view.look is 'Columns {order, hidden, shown}, density and layout; null for the reader''s own';
comment on column desk_view.role_ids is 'Roles whose users see the view';
comment on column desk_view.zone is 'Time zone of times in the filters';
comment on column desk_view.alert is 'Whether the owner is notified when the view has rows again';
comment on column desk_view.has_rows is 'Whether the view had rows at the last check';
comment on column desk_view.alert_problem is 'Why the alert is paused: owner disabled, right lost, too slow, refused by the list';
comment on column desk_view.failures is 'Failed checks since the last successful one';
comment on column desk_view.checked_time is 'Time of the last check';
