import type { Field, FieldKind } from '@trade-assistant/contract/kit/field.ts';
import { code } from './code.tsx';
import { colour } from './colour.tsx';
import { countries, country } from './country.tsx';
import { date, dateTime } from './date.tsx';
import { dictionary, yesNo } from './dictionary.tsx';
import { dictionarySet } from './dictionary-set.tsx';
import { duration } from './duration.tsx';
import { icon } from './icon.tsx';
import { image, images } from './image.tsx';
import { integer } from './integer.tsx';
import { json } from './json.tsx';
import type { KindView } from './kind.ts';
import { decimal, money, percent } from './money.tsx';
import { file, reference, references } from './reference.tsx';
import { secret } from './secret.tsx';
import { tags } from './tags.tsx';
import { email, identifier, longText, phone, text, timeOfDay, timeZone, url } from './text.tsx';

const views: Readonly<Record<FieldKind, KindView>> = {
  code,
  colour,
  country,
  countries,
  date,
  dateTime,
  decimal,
  dictionary,
  dictionarySet,
  duration,
  email,
  file,
  icon,
  identifier,
  image,
  images,
  integer,
  json,
  longText,
  money,
  percent,
  phone,
  reference,
  references,
  richText: longText,
  secret,
  tags,
  text,
  timeOfDay,
  timeZone,
  treeReference: reference,
  url,
  yesNo,
};

/** Returns how a field of its kind is shown and entered. */
export const viewOf = ({ kind }: Field): KindView => views[kind];
