import { readConfig } from '@telltale/domain/dashboard/read-config.ts';
import type { FoundDraft } from '../model/drafts.ts';
import { type EditorState, editorReducer, startEditor } from '../model/editor-reducer.ts';
import type { OpenedDashboard } from '../saving/use-dashboard-record.ts';

export interface OpeningState {
  readonly state: EditorState;
  /** Whether unsaved changes of an earlier visit are on screen again. */
  readonly hasDraft: boolean;
  /** The draft that is this window's to keep and to end from now on. */
  readonly takenUp: FoundDraft | undefined;
}

/**
 * What a dashboard opens with: what is stored, and on top of it the changes that were never saved.
 * @param isEditable a tile or a tab by itself shows what is stored: there is nothing to save or discard a draft with
 */
export function openingState({ record, config, draft }: OpenedDashboard, isEditable: boolean): OpeningState {
  const stored = {
    state: startEditor({ record, ...readConfig(config) }),
    hasDraft: false,
    takenUp: isEditable ? draft : undefined,
  };
  if (!isEditable || record === undefined || draft === undefined || draft.config === config) return stored;
  const drafted = readConfig(draft.config);
  if (drafted.problem !== undefined) return stored;
  // Begun on an older version, the changes stay on that ground until they are saved: then the newer one is merged in.
  const model = draft.ground === undefined ? stored.state.baseline : readConfig(draft.ground).model;
  const ground = startEditor({ record: { ...record, version: draft.version }, model });
  const edit = { kind: 'replace', model: drafted.model, label: 'Take up unsaved changes' } as const;
  return {
    // A step like any other, so that undo leads back to what is stored.
    state: editorReducer(ground, { type: 'edit', edit }),
    hasDraft: true,
    takenUp: draft,
  };
}
