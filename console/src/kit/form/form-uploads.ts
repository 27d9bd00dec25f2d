import { createContext, useContext, useRef } from 'react';

/** Files that are being sent for a form: it waits for them before it is sent itself. */
export interface FormUploads {
  /** `sent` resolves to whether the file was stored. */
  readonly add: (sent: Promise<boolean>) => void;
  /** @returns whether all running uploads succeeded */
  readonly settled: () => Promise<boolean>;
}

export const FormUploadsContext = createContext<FormUploads | null>(null);

export const useFormUploads = (): FormUploads | null => useContext(FormUploadsContext);

/** The uploads of one form. */
export function useUploadsOfForm(): FormUploads {
  const own = useRef<FormUploads>(null);
  own.current ??= formUploads();
  return own.current;
}

function formUploads(): FormUploads {
  const underWay = new Set<Promise<boolean>>();
  return {
    add: (sent) => {
      underWay.add(sent);
      void sent.finally(() => underWay.delete(sent));
    },
    settled: async () => {
      let isAll = true;
      // More may be added during the wait.
      while (underWay.size > 0) isAll = (await Promise.all(underWay)).every(Boolean) && isAll;
      return isAll;
    },
  };
}
