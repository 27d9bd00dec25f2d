import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useMemo } from 'react';
import type { CallOptions } from '../../client/call.ts';
import { FormDraftContext, formDraft } from '../../form/draft.ts';
import type { Values } from '../../form/values.ts';
import { useKeptPlace } from '../../persisted-state.ts';
import type { Action, Row } from '../types.ts';
import ActionDialog from './action-dialog.tsx';

interface ActionHostProps {
  readonly resource: Resource;
  readonly action: Action;
  readonly rows: readonly Row[];
  readonly value?: string | undefined;
  readonly keptAs: string;
  /** The subject of its draft. */
  readonly about: string;
  readonly onClose: () => void;
  readonly onSubmit: (values: Values, options: CallOptions) => Promise<void>;
}

/** The dialog or panel of a running action; its draft is kept until it closes. */
export default function ActionHost({
  resource,
  action,
  rows,
  value,
  keptAs,
  about,
  onClose,
  onSubmit,
}: ActionHostProps) {
  const place = useKeptPlace();
  const draft = useMemo(() => formDraft(place, keptAs, about), [place, keptAs, about]);
  return (
    <FormDraftContext value={draft}>
      {action.panel ? (
        action.panel({ rows, value, onClose })
      ) : (
        <ActionDialog resource={resource} action={action} rows={rows} onClose={onClose} onSubmit={onSubmit} />
      )}
    </FormDraftContext>
  );
}
