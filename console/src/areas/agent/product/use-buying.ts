import { shelfStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { agentProduct } from '@trade-assistant/contract/areas/agent/product.ts';
import { useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { showWarning } from '../../../kit/feedback.tsx';
import { type FormDraft, formDraft } from '../../../kit/form/draft.ts';
import { PageVisibility } from '../../../kit/page-visibility.ts';
import type { KeptDraft } from '../../../kit/parts/draft-notices.tsx';
import { useKeptPlace } from '../../../kit/persisted-state.ts';
import type { Product } from './product-row.ts';

interface Buying {
  /** The product being bought, or null. */
  readonly product: Product | null;
  /** Its draft. */
  readonly draft: FormDraft;
  readonly begin: (product: Product) => void;
  /** That product is bought or given up: nothing is kept of it any more. */
  readonly forget: (id: string) => void;
  /** A purchase that was closed by a lock or a reload. */
  readonly kept: KeptDraft | null;
  /** Closes the panel; a draft that was not discarded is kept. */
  readonly hide: () => void;
}

const NAME = 'buying';
const POLL_MILLIS = 500;

/** The purchase under way, kept over a lock and a reload, with the product as it is then. */
export function useBuying(): Buying {
  const place = useKeptPlace();
  const sight = useContext(PageVisibility);
  const [product, setProduct] = useState<Product | null>(null);
  const [kept, setKept] = useState<Product | null>(null);
  const draft = useMemo(() => formDraft(place, NAME, product?.id ?? ''), [place, product?.id]);
  const forget = (id: string) => {
    // Ignore a late answer when another purchase was started meanwhile.
    if (place.read(NAME, isText) !== id) return;
    place.write(NAME, undefined);
    draft.forget();
  };
  const restore = useEffectEvent(async (id: string) => {
    const input = { id_in: id, size: 1, shelfStatus: String(shelfStatus.is.on) };
    const found = await call(agentProduct, 'list', input).catch(() => undefined);
    // A panel would cover another page that is shown by now.
    while (!sight.isShown) await new Promise((resolve) => setTimeout(resolve, POLL_MILLIS));
    // A product that could not be fetched stays for the next time; ignore it when another purchase was started.
    if (!found || place.read(NAME, isText) !== id) return;
    const [row] = found.records;
    if (row) setKept(row);
    else {
      forget(id);
      showWarning({ zh: '您正在购买的商品已下架', en: 'The product you were buying is no longer on sale' });
    }
  });
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    const id = place.read(NAME, isText);
    if (id !== undefined) void restore(id);
  }, [place]);
  return {
    product,
    draft,
    begin: (next) => {
      place.write(NAME, next.id);
      setKept((waiting) => (waiting?.id === next.id ? null : waiting));
      setProduct(next);
    },
    forget,
    kept: kept && {
      name: kept.id,
      words: { zh: `购买 · ${kept.nameZh}`, en: `Buy · ${kept.nameEn}` },
      onContinue: () => {
        setKept(null);
        place.write(NAME, kept.id);
        setProduct(kept);
      },
      onDiscard: () => {
        setKept(null);
        if (place.read(NAME, isText) === kept.id) place.write(NAME, undefined);
        formDraft(place, NAME, kept.id).forget();
      },
    },
    hide: () => setProduct(null),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
