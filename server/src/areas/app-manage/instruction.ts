import { instruction } from '@trade-assistant/contract/areas/app-manage/instruction.ts';
import {
  articleFor,
  articlesFor,
  countView,
  instructions,
  readableArticles,
  richTexts,
  topicsFor,
} from '../../engines/customers/content/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { wordsOf } from '../../kernel/rich-text/index.ts';

const texts = richTexts({
  resource: instruction.name,
  table: instructions,
  fields: { content: 'required' },
  readable: readableArticles,
});

export default resourceRoutes(instruction, instructions, {
  scope: 'tenant',
  beforeSave: async (c, tx, input, existing) => {
    const cleaned = await texts.clean(c, tx, input, existing);
    return { ...cleaned, ...(cleaned.content ? { words: wordsOf(cleaned.content) } : {}) };
  },
  afterSave: (c, tx, row) => texts.keep(c, tx, row),
  beforeRemove: (c, tx, rows) => texts.drop(c, tx, rows),
  actions: {
    ...texts.calls,
    articles: (c, { keyword, lang }) => articlesFor(c, keyword, lang),
    topics: topicsFor,
    article: (c, { id }) => articleFor(c, id),
    view: (c, { id }) => c.tx((tx) => countView(c, tx, id)),
  },
});
