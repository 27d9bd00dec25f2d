/** What an arrangement decides about a row. Ids are texts, since places are also kept as JSON. */
export interface MenuPlace {
  readonly parentId: string | null;
  readonly sort: number;
  readonly visible: 0 | 1;
  readonly name: string;
  readonly nameEn: string;
  readonly source: string | null;
  readonly agentPlace: number;
  readonly agentParentId: string | null;
  readonly agentSort: number | null;
  readonly agentName: string | null;
  readonly agentNameEn: string | null;
}

/** A row whose place an arrangement changes. */
export interface MenuPlaceChange {
  readonly id: string;
  readonly before: MenuPlace;
  readonly after: MenuPlace;
}
