import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { time } from '../../kit/time.ts';

/** The home page. A resource declares the rows that wait for somebody (`waiting`). */
export const home = resource('desk/home', {
  title: { zh: '首页', en: 'Home' },
  fields: {},
  calls: {
    /** Rows that the reader may do something about, those that wait longest first. */
    waiting: get({
      title: { zh: '待办', en: 'Waiting work' },
      access: 'signed-in',
      data: z.array(
        z.object({
          resource: z.string(),
          title: z.string(),
          /** The list that shows exactly these rows: the path of its screen and its filters. */
          screen: z.string(),
          filters: z.record(z.string(), z.string()),
          count: z.int(),
          isEstimate: z.boolean(),
          /** Since when the oldest one waits. */
          oldest: time().nullable(),
          /** How its oldest rows are shown: the list call, the field of their age, and what a row says and offers. */
          brief: z
            .object({
              call: z.string(),
              since: z.string().nullable(),
              about: z.array(z.string()),
              amount: z.string().nullable(),
              settle: z.string().nullable(),
            })
            .nullable(),
        }),
      ),
    }),
  },
});
