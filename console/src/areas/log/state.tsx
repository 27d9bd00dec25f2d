import { stateLog } from '@trade-assistant/contract/areas/log/state.ts';
import { Link } from 'react-router';
import { resourcePage } from '../../kit/resource-page.tsx';

/** Changes of state of all records; those of a list lead to their record. */
export default resourcePage(stateLog, {
  columns: {
    objectId: {
      render: ({ objectType, objectId }) =>
        objectType.includes('/') ? (
          <Link to={`/${objectType}/index?record=${objectId}`}>{objectId}</Link>
        ) : (
          String(objectId)
        ),
    },
  },
});
