import { afterEach } from 'vitest';

const Real = window.XMLHttpRequest;
afterEach(() => {
  window.XMLHttpRequest = Real;
});

/** An upload in progress, continued by the test. */
export interface SentUpload {
  readonly form: FormData;
  readonly headers: Readonly<Record<string, string>>;
  readonly address: string;
  readonly isGivenUp: () => boolean;
  /** So many of so many bytes have left. */
  readonly progress: (loaded: number, total: number) => void;
  readonly answer: (status: number, body: unknown) => void;
  readonly breakOff: () => void;
}

/**
 * Replaces `XMLHttpRequest` for uploads until the end of the test: only it reports upload progress.
 * @returns the uploads started so far, in order
 */
export function takeUploads(): SentUpload[] {
  const log: SentUpload[] = [];
  class Line extends EventTarget {
    readonly upload: { onprogress?: (event: ProgressEvent) => void } = {};
    status = 0;
    responseText = '';
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    #address = '';
    #isGivenUp = false;
    readonly #headers: Record<string, string> = {};
    open(_method: string, address: string): void {
      this.#address = address;
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name.toLowerCase()] = value;
    }
    abort(): void {
      this.#isGivenUp = true;
      this.onabort?.();
    }
    send(form: FormData): void {
      log.push({
        form,
        headers: this.#headers,
        address: this.#address,
        isGivenUp: () => this.#isGivenUp,
        progress: (loaded, total) =>
          this.upload.onprogress?.(new ProgressEvent('progress', { lengthComputable: total > 0, loaded, total })),
        answer: (status, body) => {
          this.status = status;
          this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
          this.onload?.();
        },
        breakOff: () => this.onerror?.(),
      });
    }
  }
  window.XMLHttpRequest = Line as unknown as typeof XMLHttpRequest;
  return log;
}
