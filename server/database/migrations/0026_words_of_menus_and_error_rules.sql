-- Words of two built-in rules for errors, unless somebody has changed them.
update prv_error_policy set meaning_en = 'Number throughput exceeded', version = version + 1
  where is_built_in = 1 and error_code = '130429' and meaning_en = 'Faster than the throughput of the number';
update prv_error_policy set meaning_en = 'Recipient is in a WhatsApp experiment', version = version + 1
  where is_built_in = 1 and error_code = '130472' and meaning_en = 'The recipient is in an experiment of WhatsApp';

-- Names of four built-in menu entries, unless somebody has changed them.
update sys_menu m set name_en = w.name_en, version = version + 1
  from (values
    ('sms/session', 'Text inbox', 'SMS inbox'),
    ('sms/canned-reply', 'Prepared replies', 'Saved replies'),
    ('agent/warranty-case', 'Mass warranty events', 'Bulk failures'),
    ('app-manage/activity', 'Activities', 'Promotions')
  ) as w (code, before, name_en)
  where m.code = w.code and m.is_built_in = 1 and m.name_en = w.before;
