import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { audited, dict, int, readOnly, richText, shown, tags, text, url } from '../../kit/field.ts';
import { sortField, statusField } from '../../kit/presets.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { pictureCalls, RICH_TEXT_MAX } from '../../rich-text.ts';
import { instructionCategory, instructionLang } from './dictionaries.ts';

/** Most articles that one search of the help centre finds. */
export const ARTICLES_SHOWN = 100;

const SCREEN = matching(/^[a-z][a-z-]*(\/[a-z][a-z-]*)?$/, {
  zh: '应为页面地址，例如 agent/recharge',
  en: 'should be the address of a screen, such as agent/recharge',
});

const heading = {
  title: text({ label: { zh: '标题', en: 'Title' }, max: 128, required: true, list: true, search: 'like', width: 280 }),
  category: dict(instructionCategory, {
    label: { zh: '分类', en: 'Category' },
    required: true,
    list: true,
    search: 'in',
    initial: instructionCategory.is.start,
  }),
  lang: dict(instructionLang, {
    label: { zh: '语言', en: 'Language' },
    required: true,
    list: true,
    search: 'equal',
    initial: instructionLang.is.zh,
  }),
  screens: tags({
    label: { zh: '说明的页面', en: 'Explains the screens' },
    help: {
      zh: '页面地址，例如 agent/recharge；这些页面的标题旁会出现帮助链接，没有这些页面权限的人看不到本文',
      en: 'Addresses such as agent/recharge. Their headers link to this article; people without access to any of them do not see it',
    },
    max: 64,
    count: 10,
    pattern: SCREEN,
    list: true,
    width: 200,
  }),
  videoUrl: url({ label: { zh: '视频地址', en: 'Video' } }),
};

const fields = {
  ...heading,
  content: richText({ label: { zh: '内容', en: 'Text' }, max: RICH_TEXT_MAX, required: true }),
  sort: sortField(),
  ...readOnly({
    viewCount: int({ label: { zh: '浏览次数', en: 'Views' }, required: true, list: true, sort: true, initial: 0 }),
  }),
  status: statusField(),
  ...audited,
  createTime: shown(audited.createTime, { list: 'hidden' }),
};

const { title, category, lang, screens } = heading;

/** Help articles in both languages, read in the help centre and linked from the screens they explain. */
export const instruction = resource('app-manage/instruction', {
  title: { zh: '使用说明', en: 'Instructions' },
  help: {
    zh: '显示在帮助中心，并链接到所说明的页面',
    en: 'Shown in the help centre and linked from the screens they explain',
  },
  empty: { zh: '新增说明，用户可在帮助中心看到', en: 'Add an article: users find it in the help centre' },
  nameField: 'title',
  defaultSort: 'sort',
  fields,
  calls: {
    ...crud(fields, ['list', 'page', 'detail', 'submit', 'remove', 'restore']),
    /** Articles in the reader's language about screens the reader may open; `excerpt` is the place that was found. */
    articles: get({
      title: { zh: '帮助文章', en: 'Help articles' },
      access: 'signed-in',
      input: z.object({
        keyword: z.string().trim().max(64).default(''),
        lang: z.coerce.number().int().min(1).max(2).optional(),
      }),
      data: z.array(rowSchema({ title, category, lang, screens }).and(z.object({ excerpt: z.string() }))),
    }),
    /** Screens that articles in the reader's language explain. */
    topics: get({
      title: { zh: '有说明的页面', en: 'Explained screens' },
      access: 'signed-in',
      data: z.array(z.string()),
    }),
    /** One article; `links` are the screens it explains that the reader may open. */
    article: get({
      title: { zh: '文章内容', en: 'Help article' },
      access: 'signed-in',
      input: z.object({ id: id() }),
      data: rowSchema({ ...heading, content: fields.content, updateTime: audited.updateTime }).and(
        z.object({ links: z.array(z.object({ screen: z.string(), title: z.string() })) }),
      ),
    }),
    /** Counts one reading. */
    view: post({
      title: { zh: '记录浏览', en: 'Count a view' },
      access: 'signed-in',
      untrailed: 'a count of readings',
      input: z.object({ id: id() }),
    }),
    ...pictureCalls,
  },
});
