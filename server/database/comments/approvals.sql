-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on column apr_request.asked_permission is 'Permission of the call that proposed it; if the requester has lost it, the request is not approved';
comment on table apr_request is 'Proposals that await the decision of another person';
comment on column apr_request.params is 'Parameters of the text of its kind';
comment on column apr_request.payload is 'Input of its kind for the execution after approval';
comment on column apr_request.amount is 'Micro-units';
comment on column apr_request.decided_by is 'User who decided';
