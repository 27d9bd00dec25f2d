import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { Suspense, useState } from 'react';
import { isRecord, useKeptPlace } from '../kept.ts';
import type { ImportOptions } from '../list/types.ts';
import { useAccess } from '../list/use-access.ts';
import { LoadPlace, lazyAgain } from '../load-place.tsx';
import { IMPORT_DRAFT } from './import-draft.ts';

const ImportDialog = lazyAgain(() => import('./import-dialog.tsx'));

/** Opens an import again that was being filled in when its page was taken down: by a reload, or a session that expired. */
export function RestoreImport({ resource, options }: { resource: Resource; options: ImportOptions }) {
  const place = useKeptPlace();
  const { may, mayCall } = useAccess(resource);
  const [isOpen, setOpen] = useState(
    () =>
      place.readDraft(IMPORT_DRAFT, isRecord) !== undefined && (options.may ? may(options.may) : mayCall(options.call)),
  );
  if (!isOpen) return null;
  const close = () => setOpen(false);
  return (
    <LoadPlace onFailed={close}>
      <Suspense>
        <ImportDialog resource={resource} options={options} onClose={close} />
      </Suspense>
    </LoadPlace>
  );
}
