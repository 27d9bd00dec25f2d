import { post } from '@trade-assistant/contract/areas/system/post.ts';
import { sql } from 'drizzle-orm';
import { posts } from '../../engines/people/identity/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(post, posts, {
  scope: 'tenant',
  usedBy: [
    {
      what: { zh: '用户', en: 'users', one: 'user' },
      from: sql`sys_user_post up join sys_user u on u.id = up.user_id`,
      column: sql`up.post_id`,
      called: sql`u.real_name`,
      where: () => sql`u.deleted_at is null`,
    },
  ],
});
