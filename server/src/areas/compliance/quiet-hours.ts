import { quietHours } from '@trade-assistant/contract/areas/compliance/quiet-hours.ts';
import { atField, quietRules } from '../../engines/messaging/compliance/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(quietHours, quietRules, {
  scope: 'tenant',
  beforeSave: async (_c, _tx, input, before) => {
    const { startTime, endTime } = { ...before, ...input };
    if (startTime !== undefined && startTime === endTime) throw atField('endTime', 'QUIET_HOURS_EMPTY');
    return input;
  },
});
