import { post } from '@trade-assistant/contract/areas/system/post.ts';
import { posts } from '../../engines/identity/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(post, posts, { scope: 'tenant' });
