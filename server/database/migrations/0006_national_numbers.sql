-- The country of numbers that an SMSC reports without their country code.
alter table prv_provider add column home_country text;
