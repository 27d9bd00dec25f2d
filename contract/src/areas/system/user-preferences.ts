import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { anyJson } from '../../kit/schema.ts';
import { localizedRule, matching } from '../../kit/sentences.ts';

/** Characters of one value as JSON. */
export const PREFERENCE_MAX = 8_192;
/** Preferences of one user. */
export const PREFERENCES_MAX = 400;

const themeKey = z.string().regex(/^[a-z0-9]{1,16}$/);

/** Preferences that the console's shell knows. All others are free, within the limits of size. */
const known: Readonly<Record<string, z.ZodType>> = {
  theme: themeKey,
  /** The themes used by day and by night when following the system. */
  lightTheme: themeKey,
  darkTheme: themeKey,
  followSystem: z.boolean(),
  accent: z.string().regex(/^#[0-9a-f]{6}$/i),
  locale: z.enum(['zh', 'en']),
  sidebarCollapsed: z.boolean(),
  sound: z.boolean(),
  favourites: z.array(z.string().max(200)).max(60),
};

const key = z.string().regex(
  matching(/^(?=.{1,100}$)[a-zA-Z][a-zA-Z0-9]*([.:/-][a-zA-Z0-9]+)*$/, {
    zh: '名称应为最多 100 个字母、数字，其间可有 . : / -',
    en: 'should be at most 100 letters and digits, separated by . : / -',
  }),
);

const unfit = localizedRule({ zh: '不是该偏好的取值', en: 'is not a valid value of this preference' });
const tooLong = localizedRule({
  zh: `最多 ${PREFERENCE_MAX} 个字符（按 JSON 计）`,
  en: `at most ${PREFERENCE_MAX} characters as JSON`,
});

/** By key; null forgets the choice. */
const changes = z.record(key, anyJson()).superRefine((values, context) => {
  for (const [name, value] of Object.entries(values)) {
    const rule = value === null || !Object.hasOwn(known, name) ? undefined : known[name];
    const fits = rule ? rule.safeParse(value).success : isStorable(JSON.stringify(value));
    if (!fits) context.addIssue({ code: 'custom', ...(rule ? unfit : tooLong), path: [name] });
  }
});

/** The database keeps neither NUL nor halves of a character, which JSON can spell. */
const isStorable = (json: string): boolean => json.length <= PREFERENCE_MAX && !/\\u(0000|d[89a-f])/i.test(json);

/** How a user likes the console: theme, language, columns and sizes of lists. Each reads and changes their own alone. */
export const userPreferences = resource('system/user-preferences', {
  title: { zh: '个人偏好', en: 'Preferences' },
  fields: {},
  calls: {
    mine: get({
      title: { zh: '我的偏好', en: 'My preferences' },
      access: 'signed-in',
      data: z.object({ values: z.record(z.string(), anyJson()) }),
    }),
    /** The last change of a key wins; keys not named stay as they are. */
    change: post({
      title: { zh: '修改偏好', en: 'Change preferences' },
      access: 'signed-in',
      untrailed: 'how one’s own screens look',
      input: z.object({ values: changes }),
    }),
  },
});
