-- The chats of users of this system with bots: a bot sends them test messages.
create table snd_own_chat (
  sender_id bigint not null,
  user_id bigint not null,
  tenant_id text not null,
  user_ref text,
  link_time timestamptz not null default now(),
  primary key (sender_id, user_id)
);
