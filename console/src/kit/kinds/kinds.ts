import type { Field, FieldKind } from '@trade-assistant/contract/kit/field.ts';
import { code } from './code.tsx';
import { colour } from './colour.tsx';
import { countries, country } from './country.tsx';
import { date } from './date.tsx';
import { dateTime } from './date-time.tsx';
import { decimal } from './decimal.tsx';
import { dictionary } from './dictionary.tsx';
import { dictionarySet } from './dictionary-set.tsx';
import { duration } from './duration.tsx';
import { email } from './email.tsx';
import { file } from './file.tsx';
import { icon } from './icon.tsx';
import { identifier } from './identifier.tsx';
import { image } from './image.tsx';
import { images } from './images.tsx';
import { integer } from './integer.tsx';
import { json } from './json.tsx';
import type { KindView } from './kind.ts';
import { longText } from './long-text.tsx';
import { money } from './money.tsx';
import { percent } from './percent.tsx';
import { phone } from './phone.tsx';
import { reference } from './reference.tsx';
import { references } from './references.tsx';
import { richText } from './rich-text.tsx';
import { secret } from './secret.tsx';
import { tags } from './tags.tsx';
import { text } from './text.tsx';
import { timeOfDay } from './time-of-day.tsx';
import { timeZone } from './time-zone.tsx';
import { treeReference } from './tree-reference.tsx';
import { url } from './url.tsx';
import { yesNo } from './yes-no.tsx';

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
  richText,
  secret,
  tags,
  text,
  timeOfDay,
  timeZone,
  treeReference,
  url,
  yesNo,
};

/** How a field is shown and entered: what its kind says. */
export const viewOf = ({ kind }: Field): KindView => views[kind];
