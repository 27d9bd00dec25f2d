-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table msg_inbox is 'Messages by reader';
comment on column msg_inbox.message_id is 'Message';
comment on column msg_inbox.create_time is 'When the message was sent';
comment on column msg_inbox.user_id is 'Reader';
comment on column msg_inbox.is_read is '1 unread, 0 read';
comment on column msg_inbox.read_time is 'When it was read';
comment on column msg_inbox.seq is 'Order in which messages became readable; null until the sending transaction commits';

comment on table msg_message is 'Messages that were sent';
comment on column msg_message.type is 'Kind of message (dictionary message_type)';
comment on column msg_message.title is 'Title';
comment on column msg_message.content is 'Content';
comment on column msg_message.title_key is 'Key of the sentence where the program wrote it';
comment on column msg_message.params is 'Parameters of the sentence';
comment on column msg_message.level is 'Importance: info, success, warning or error';
comment on column msg_message.route is 'Page of the console it leads to';
comment on column msg_message.recipients is 'Recipients by name, as the sender chose them';
comment on column msg_message.recipient_count is 'How many people got it';
comment on column msg_message.create_user is 'Sender; null: the program';

comment on view msg_received is 'Messages as their readers see them';

comment on view msg_sent is 'Messages as their senders see them';
