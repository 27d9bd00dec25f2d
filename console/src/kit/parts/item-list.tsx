import type { ReactNode } from 'react';
import './item-list.css';

interface ItemProps {
  /** An icon or picture. */
  readonly sign?: ReactNode;
  readonly name: ReactNode;
  /** Shown when the name is pointed at. */
  readonly title?: string | undefined;
  /** Facts in small print; each in a `span`. */
  readonly facts: ReactNode;
  /** Its actions. */
  readonly action?: ReactNode;
}

/** A short list of items: sessions, passkeys, linked accounts. */
export const ItemList = ({ children }: { readonly children: ReactNode }) => <ul className="kit-items">{children}</ul>;

export const Item = ({ sign, name, title, facts, action }: ItemProps) => (
  <li className="kit-item">
    {sign}
    <div className="kit-item-what">
      <div className="kit-item-name" title={title}>
        {name}
      </div>
      <ItemFacts>{facts}</ItemFacts>
    </div>
    {action}
  </li>
);

export const ItemFacts = ({ children }: { readonly children: ReactNode }) => (
  <div className="kit-item-more">{children}</div>
);

/** An icon for the kind of an item. */
export const ItemSign = ({ children }: { readonly children: ReactNode }) => (
  <span className="kit-item-sign">{children}</span>
);
