import { text } from '@trade-assistant/contract/kit/field.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import type { Action, ResourcePageOptions } from '../types.ts';

/** Returns an action for each state transition of the contract, offered for rows that allow it. */
export const transitionActions = (
  { transitions = {}, stateField = '' }: Resource,
  offered: ResourcePageOptions<Resource>['transitions'] = {},
  texts: ResourcePageOptions<Resource>['transitionTexts'] = {},
): Action[] =>
  Object.entries(transitions).map(([key, { title, from, access, reason, confirm, isDangerous }]) => ({
    key,
    label: title,
    permission: access,
    on: 'both',
    call: key,
    isOffered: (row) => from.includes(Number(row[stateField])) && (offered[key]?.(row as never) ?? true),
    ...(isDangerous ? { isDangerous } : {}),
    ...(confirm ? { confirm } : {}),
    ...(texts[key] as Pick<Action, 'confirm' | 'done'> | undefined),
    ...(reason
      ? {
          fields: {
            reason: text({
              label: { zh: '原因', en: 'Reason' },
              max: REASON_MAX,
              ...(reason === 'required' ? { required: true } : {}),
            }),
          },
        }
      : {}),
  }));
