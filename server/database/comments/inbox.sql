-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table inb_task is 'Session tasks: numbers on which people write by text, and how they are answered';
comment on column inb_task.owner_path is 'Agents above the owner, own id last';
comment on column inb_task.handlers is 'Ids of the users who answer; empty: the owner';

comment on table inb_counter is 'Counts of session tasks, locked after their sessions';
comment on column inb_counter.task_id is 'Session task';
comment on column inb_counter.event_no is 'Place of the last entry of the task';
comment on column inb_counter.total_sessions is 'Sessions so far';
comment on column inb_counter.active_sessions is 'Open sessions';
comment on column inb_counter.inbound_count is 'Texts received';
comment on column inb_counter.outbound_count is 'Texts sent';
comment on column inb_counter.opt_out_count is 'Sessions that ended by an opt-out';
comment on column inb_counter.charged_amount is 'Price of the texts, without those that were not sent, in micro-units';
comment on column inb_counter.notice_time is 'When the owner was last notified of a queue without a free person';

comment on table inb_flow is 'Versions of flows; sessions keep the one with which they began';
comment on column inb_flow.task_id is 'Session task';
comment on column inb_flow.version_no is 'Version, from 1';
comment on column inb_flow.content is 'Nodes of the flow';

comment on table inb_session is 'Conversations by text with one number';
comment on column inb_session.owner_path is 'Agents above the owner, own id last';
comment on column inb_session.e164 is 'The number in digits';
comment on column inb_session.sender_id is 'Phone that receives and sends';
comment on column inb_session.is_for_people is 'Whether a person has to answer';
comment on column inb_session.last_content is 'Beginning of the last text, sealed';
comment on column inb_session.last_direction is 'Direction of the last text: 1 sent, 2 received';
comment on column inb_session.spent is 'Price of its texts, without those that were not sent';
comment on column inb_session.last_no is 'Place of its last entry';
comment on column inb_session.last_in_no is 'Place of the last text received';
comment on column inb_session.flow_id is 'Version of the flow that it keeps';
comment on column inb_session.flow_state is 'Place in the flow, visits of its nodes, replies so far';
comment on column inb_session.heard is 'Digests and times of the last texts, to find a sender that repeats itself';
comment on column inb_session.muted_until is 'No automatic replies before';
comment on column inb_session.off_hours_time is 'When the reply outside working hours was last sent';

comment on table inb_event is 'Entries of sessions: texts, notes, changes';
comment on column inb_event.task_id is 'Session task';
comment on column inb_event.event_no is 'Place within the task, without gaps, visible in its order';
comment on column inb_event.session_id is 'Session';
comment on column inb_event.kind is 'Kind, as sms_session_event';
comment on column inb_event.user_id is 'User who wrote or changed';
comment on column inb_event.user_name is 'Name of the user';
comment on column inb_event.content is 'Text, sealed; empty 90 days later';
comment on column inb_event.message_id is 'Message of the text';
comment on column inb_event.client_key is 'Key of the browser, which makes a repetition safe';
comment on column inb_event.status is 'State of the text, as line_status';
comment on column inb_event.error_code is 'Error of the channel';
comment on column inb_event.segments is 'Parts of the text';
comment on column inb_event.price is 'Price of the text in micro-units';
comment on column inb_event.ref_no is 'Place of the entry that this one is about';
comment on column inb_event.node is 'Node of the flow, or a detail of the change';

comment on table inb_word is 'Words of texts as keyed digests, for searches';
comment on column inb_word.owner_id is 'Owner of the session, whose key the digest uses';
comment on column inb_word.word is 'Eight bytes of the digest';
comment on column inb_word.session_id is 'Session';

comment on table inb_seen is 'Last entries that readers saw';
comment on column inb_seen.user_id is 'Reader';
comment on column inb_seen.session_id is 'Session';
comment on column inb_seen.seen_no is 'Place of the entry';

comment on table inb_draft is 'Unsent replies of readers';
comment on column inb_draft.user_id is 'Author';
comment on column inb_draft.session_id is 'Session';
comment on column inb_draft.content is 'Text, sealed';

comment on table inb_duty is 'Users on duty in the inbox';
comment on column inb_duty.user_id is 'User';
comment on column inb_duty.is_on is 'Whether sessions are assigned to the user';
comment on column inb_duty.capacity is 'Open sessions that the user takes at once';

comment on table inb_canned_reply is 'Replies prepared for the inbox';
comment on column inb_canned_reply.owner_id is 'Agent whose people use it, 0 for those of the platform';
comment on column inb_canned_reply.owner_path is 'Agents above the owner, own id last';
