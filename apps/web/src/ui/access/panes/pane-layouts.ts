/** How panes stand beside each other; columns and rows as CSS says them. */
export interface PaneLayout {
  /** On a phone there is one column. */
  readonly columns: string;
  /** On a tablet that is held upright. */
  readonly tablet?: { readonly columns: string; readonly rows?: string };
  /** On a phone: all of them one below the other, rather than one at a time. */
  readonly isStackedOnPhone?: boolean;
}

/** The four columns of the ownership page; on a tablet two above two, so that names can be read. */
export const fourColumns: PaneLayout = {
  columns: 'repeat(4, minmax(0, 1fr))',
  tablet: { columns: 'repeat(2, minmax(0, 1fr))' },
};

/** Two lists and the permissions; on a tablet the lists one above the other. */
export const listsAndPermissions: PaneLayout = {
  columns: 'minmax(0, 1fr) minmax(0, 1fr) minmax(0, 3fr)',
  tablet: { columns: 'minmax(0, 1fr) minmax(0, 2fr)', rows: 'minmax(0, 1fr) minmax(0, 1fr)' },
};

/** A tree of groups, what stands in one, and who reaches it; on a tablet that last stands below the tree. */
export const treeTilesAndRelations: PaneLayout = {
  columns: 'minmax(240px, 1fr) minmax(0, 2.6fr) minmax(240px, 1fr)',
  tablet: { columns: 'minmax(0, 1fr) minmax(0, 1.6fr)', rows: 'minmax(0, 2fr) minmax(0, 3fr)' },
};

/** A tree and what is chosen in it. */
export const treeAndChosen: PaneLayout = { columns: 'minmax(260px, 1fr) 3fr', isStackedOnPhone: true };
