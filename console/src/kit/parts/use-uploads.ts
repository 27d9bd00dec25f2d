import type { UploadTarget } from '@trade-assistant/contract/kit/field.ts';
import { useEffect, useRef, useState } from 'react';
import { CallError, isSilent, messageOf } from '../client/call-error.ts';
import { newIdempotencyKey } from '../client/under-key.ts';
import { upload } from '../client/upload.ts';
import { problemOfFile } from '../file-check.ts';
import { useFormUploads } from '../form/form-uploads.ts';
import { useText } from '../i18n.ts';
import { useEvent } from '../use-event.ts';

/** A file that is being sent, or could not be. */
export interface Upload {
  readonly key: string;
  readonly file: File;
  /** How much has left, 0 to 1. */
  readonly share: number;
  /** Why it is not under way. */
  readonly problem?: string;
  /** Whether sending it again may help: not where the file itself was refused here. */
  readonly canRetry?: boolean;
}

interface Uploads {
  readonly uploads: readonly Upload[];
  readonly add: (files: readonly File[]) => void;
  readonly retry: (key: string) => void;
  /** Stops a running upload and forgets it. */
  readonly cancel: (key: string) => void;
}

/** Sends files to a call of the contract, each under its own key; refuses wrong sizes and kinds before sending. */
export function useUploads(target: UploadTarget, onStored: (value: string) => void): Uploads {
  const t = useText();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const stored = useEvent(onStored);
  const form = useFormUploads();
  useEffect(() => {
    const { current } = running;
    return () => {
      for (const control of current.values()) control.abort();
    };
  }, []);
  const change = (key: string, part: Partial<Upload>) =>
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const forget = (key: string) => setUploads((before) => before.filter((one) => one.key !== key));

  /** @returns whether it is out of the way: stored, or given up */
  const send = async ({ key, file }: Upload): Promise<boolean> => {
    const control = new AbortController();
    running.current.set(key, control);
    try {
      const { link, id } = await storeFile(target, file, {
        idempotencyKey: key,
        signal: control.signal,
        onProgress: (share) => change(key, { share }),
      });
      forget(key);
      stored(link ?? id ?? '');
      return true;
    } catch (error) {
      if (isSilent(error) && control.signal.aborted) return true;
      // Refused under its key it would be refused again: the next attempt is another one.
      const isRefused = error instanceof CallError && error.isRefusal;
      change(key, {
        problem: messageOf(error),
        canRetry: true,
        share: 0,
        ...(isRefused ? { key: newIdempotencyKey() } : {}),
      });
      return false;
    } finally {
      running.current.delete(key);
    }
  };
  const begin = (one: Upload) => {
    const sent = send(one);
    form?.add(sent);
  };
  return {
    uploads,
    add: (files) => {
      const added = files.map((file): Upload => {
        const problem = problemOfFile(file, acceptOf(target), target.maxBytes);
        return {
          key: newIdempotencyKey(),
          file,
          share: 0,
          ...(problem ? { problem: t(problem.words, problem.params) } : {}),
        };
      });
      setUploads((before) => [...before, ...added]);
      for (const one of added) if (one.problem === undefined) begin(one);
    },
    retry: (key) => {
      const found = uploads.find((one) => one.key === key);
      if (!found) return;
      const { problem: _problem, canRetry: _canRetry, ...again } = found;
      setUploads((before) => before.map((one) => (one.key === key ? again : one)));
      begin(again);
    },
    cancel: (key) => {
      running.current.get(key)?.abort();
      forget(key);
    },
  };
}

/** The file types of a file dialog. */
export const acceptOf = ({ kinds }: UploadTarget): string => kinds.map((kind) => `.${kind}`).join(',');

const storeFile = ({ resource, call }: UploadTarget, file: File, options: Parameters<typeof upload>[4]) =>
  // The contract names the call: the resource itself need not be loaded.
  upload({ name: resource } as never, call as never, {}, file, options) as Promise<{ link?: string; id?: string }>;
