-- step: make room for the index of parts in doubt
drop index concurrently if exists snd_part_doubt;
-- step: index the parts of which no id is known
create index concurrently snd_part_doubt on snd_part (sender_id, submit_time) where vendor_key is null and status = 1;
-- step: make room for the index of messages in doubt
drop index concurrently if exists snd_message_doubt;
-- step: index the messages of which no id is known
create index concurrently snd_message_doubt on snd_message (sender_id, create_time)
  where direction = 1 and channel <> 3 and status = 1 and vendor_id is null;
