/** Permissions that are being edited: what stood when the editing began, and what they are to be. */
export interface PermissionDraft {
  readonly base: ReadonlySet<number>;
  readonly now: ReadonlySet<number>;
  /** What somebody else has set otherwise since the base was read; undefined: nobody has, as far as is known. */
  readonly other?: ReadonlySet<number>;
}

/** Those that are in one of the two sets only, in order of id. */
export function differenceOf(one: ReadonlySet<number>, other: ReadonlySet<number>): number[] {
  const only = [...one].filter((id) => !other.has(id)).concat([...other].filter((id) => !one.has(id)));
  return only.sort((a, b) => a - b);
}

/** The draft after somebody else was faster: what stands now is what it is measured against. */
export function withOther({ base, now }: PermissionDraft, stands: ReadonlySet<number>): PermissionDraft {
  return { base: stands, now, other: new Set(differenceOf(base, stands)) };
}

/** The draft with what somebody else has set; one's own other changes stay. */
export function withTheirs({ base, now, other }: PermissionDraft): PermissionDraft {
  const next = new Set(now);
  for (const id of other ?? []) {
    if (base.has(id)) next.add(id);
    else next.delete(id);
  }
  return { base, now: next };
}

/** What somebody else has set and the draft would set otherwise. */
export function contestedOf({ base, now, other }: PermissionDraft): number[] {
  return [...(other ?? [])].filter((id) => base.has(id) !== now.has(id));
}
