-- What every table and column is. Where the contract has a field, its label comes first.

comment on column apr_request.asked_permission is 'The permission of the call that proposed it: a request of somebody who has lost it since is not approved';
comment on table apr_request is 'What one person proposed and another has to decide about';
comment on column apr_request.params is 'What fills the sentence of its kind';
comment on column apr_request.payload is 'What its kind carries out when it is approved';
comment on column apr_request.amount is 'Micro-units';
comment on column apr_request.decided_by is 'Who decided';
