import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { toneNames } from '../../kit/dictionary.ts';
import { resource } from '../../kit/resource.ts';
import { flag, id } from '../../kit/schema.ts';
import { localizedRule } from '../../kit/sentences.ts';
import { time } from '../../kit/time.ts';

const oneOf = localizedRule({ zh: '请填写号码', en: 'Enter a number' });

/** Something that happened to the number: a row of a list that the reader may see. */
const event = z.object({
  /** The resource of the row, the title of its list, and the path of its screen, `whatsapp/outbound`. */
  resource: z.string(),
  title: z.string(),
  screen: z.string(),
  id: id(),
  name: z.string(),
  time: time(),
  /** Values of the row and of its line about the number, as text in the reader's language. */
  facts: z.array(z.object({ label: z.string(), value: z.string(), tone: z.enum(toneNames).optional() })),
});

/** Everything the reader may know about one phone number. `numbers` of a resource declares its part. */
export const numberHistory = resource('desk/number-history', {
  title: { zh: '号码档案', en: 'Number history' },
  fields: {},
  calls: {
    /** By the number, or by a row that shows it: `resource`, its id as `row`, and `line` where the row has many numbers. */
    detail: get({
      title: { zh: '号码档案', en: 'Number history' },
      access: 'signed-in',
      input: z
        .object({
          number: z.string().trim().max(64).optional(),
          resource: z.string().max(64).optional(),
          row: id().optional(),
          line: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
        })
        .superRefine(({ number, resource: of, row }, context) => {
          if (!number && (of === undefined || row === undefined))
            context.addIssue({ code: 'custom', ...oneOf, path: ['number'] });
        }),
      data: z.object({
        /** Masked for readers who see it masked in every list. */
        number: z.string(),
        isWhole: flag(),
        countryCode: z.string().nullable(),
        /** Of the numbering plan: a value of `line_type`. */
        lineType: z.int().nullable(),
        /** Newest first; at most twenty of each list. */
        events: z.array(event),
        /** Titles of the lists that have more. */
        more: z.array(z.string()),
        /** How the forms of claims name the number, if the reader can file one about it now. */
        claims: z.object({ warranty: z.string().nullable(), supplier: z.string().nullable() }),
      }),
    }),
  },
});
